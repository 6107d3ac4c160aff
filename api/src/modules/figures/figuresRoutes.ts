import {
  DEFAULT_FIGURES_PERIOD,
  exportFigures,
  FIGURES_PERIODS,
  getFigures,
  StorefrontSlug,
  type RequestOf,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { listValues, readChoice } from '../../http/readChoice';
import { route, StreamedFile } from '../../http/route';
import { readFigures } from './readFigures';
import { writeFigures } from './writeFigures';

/** @throws {ShopError} INVALID_REQUEST with the field that is wrong. */
const readQuery = ({ days, store }: RequestOf<typeof getFigures>['query']) => ({
  days: Number(readChoice('days', days, FIGURES_PERIODS) ?? DEFAULT_FIGURES_PERIOD),
  store: readChoice('store', store, listValues(StorefrontSlug)),
});

/** Figures for the home desk. */
export const figuresRoutes = (app: FastifyInstance, context: AppContext): void => {
  route(app, getFigures, {
    summary: 'Returns orders and revenue by day beside the time before, best sellers and searches without a result.',
    cache: 'private',
  })(async ({ query }) => ({ status: true, message: 'Figures', data: await readFigures(context, readQuery(query)) }));

  // Without a confirmation or a trace in the audit: these are sums, and nothing of any person.
  route(app, exportFigures, { summary: 'Returns the days of the figures as CSV.', cache: 'private' })(
    async ({ query }) => {
      const chosen = readQuery(query);
      const { days } = await readFigures(context, chosen);
      const name = ['figures', chosen.store, days.at(0)?.day, 'to', days.at(-1)?.day].filter(Boolean).join('-');
      return new StreamedFile(`${name}.csv`, writeFigures(days));
    },
  );
};
