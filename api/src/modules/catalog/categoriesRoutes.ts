import { DEFAULT_STORE_SLUG, listCategories } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { route } from '../../http/route';
import { findCategories } from './categoriesRepository';

export const categoriesRoutes = (app: FastifyInstance, database: Database): void => {
  route(app, listCategories, { auth: 'anyone', cache: 'public' })(async ({ query }) => ({
    success: true,
    data: await findCategories(database, query.store ?? DEFAULT_STORE_SLUG),
    message: 'Categories',
  }));
};
