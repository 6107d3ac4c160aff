import { DEFAULT_STORE_SLUG, listCategories } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from '../../database/Database';
import { route } from '../../http/route';
import { findCategories } from './categoriesRepository';

export const categoriesRoutes = (app: FastifyInstance, database: Readable): void => {
  route(app, listCategories, {
    summary: 'Lists the categories of a storefront in display order.',
    cache: 'public',
  })(async ({ query }) => ({
    success: true,
    data: await findCategories(database, query.store ?? DEFAULT_STORE_SLUG),
    message: 'Categories',
  }));
};
