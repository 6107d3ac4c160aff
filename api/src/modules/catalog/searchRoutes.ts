import { DEFAULT_STORE_SLUG, suggest as suggestEndpoint } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from '../../database/Database';
import { route } from '../../http/route';
import type { SearchShares } from './SearchShares';
import { suggest } from './suggest';

export const searchRoutes = (app: FastifyInstance, database: Readable, shares: SearchShares): void => {
  route(app, suggestEndpoint, {
    summary: 'Suggests categories, brands and products for an unfinished query, and tolerates typos.',
    cache: 'public',
    limit: async ({ request }) => shares.take(request),
  })(async ({ query }) => ({
    success: true,
    data: await suggest(database, query.store ?? DEFAULT_STORE_SLUG, query.q),
    message: 'Suggestions',
  }));
};
