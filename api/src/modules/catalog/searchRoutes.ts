import { DEFAULT_STORE_SLUG, suggest as suggestEndpoint } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from '../../database/Database';
import { route } from '../../http/route';
import type { SearchShares } from './SearchShares';
import type { StaffSynonyms } from './StaffSynonyms';
import { suggest } from './suggest';

interface SearchContext {
  readonly shares: SearchShares;
  readonly synonyms: StaffSynonyms;
}

export const searchRoutes = (app: FastifyInstance, database: Readable, { shares, synonyms }: SearchContext): void => {
  route(app, suggestEndpoint, {
    summary: 'Suggests categories, brands and products for an unfinished query, and tolerates typos.',
    cache: 'public',
    limit: async ({ request }) => shares.take(request),
  })(async ({ query }) => ({
    success: true,
    data: await suggest(database, query.store ?? DEFAULT_STORE_SLUG, query.q, await synonyms.read()),
    message: 'Suggestions',
  }));
};
