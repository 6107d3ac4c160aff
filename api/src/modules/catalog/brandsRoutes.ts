import { DEFAULT_STORE_SLUG, listBrands } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { route } from '../../http/route';
import { findBrands } from './brandsRepository';

export const brandsRoutes = (app: FastifyInstance, database: Database): void => {
  route(app, listBrands, { auth: 'anyone', cache: 'public' })(async ({ query }) => ({
    success: true,
    data: await findBrands(database, query.store ?? DEFAULT_STORE_SLUG),
    message: 'Brands',
  }));
};
