import { listCurrencies } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from '../../database/Database';
import { route } from '../../http/route';
import { findCurrencies } from './currenciesRepository';

export const currenciesRoutes = (app: FastifyInstance, database: Readable): void => {
  route(app, listCurrencies, {
    summary: 'Lists the display currencies and their rates. Orders are charged in US dollars.',
    cache: 'fresh',
  })(async () => ({
    status: true,
    message: 'Currencies',
    data: await findCurrencies(database),
  }));
};
