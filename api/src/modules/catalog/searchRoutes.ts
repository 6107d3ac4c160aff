import { DEFAULT_STORE_SLUG, suggest as suggestEndpoint } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { route } from '../../http/route';
import { suggest } from './suggest';

export const searchRoutes = (app: FastifyInstance, database: Database): void => {
  route(app, suggestEndpoint, { auth: 'anyone', cache: 'public' })(async ({ query }) => ({
    success: true,
    data: await suggest(database, query.store ?? DEFAULT_STORE_SLUG, query.q),
    message: 'Suggestions',
  }));
};
