import { DEFAULT_STORE_SLUG, listBrands } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from '../../database/Database';
import { route } from '../../http/route';
import { findBrands } from './brandsRepository';

export const brandsRoutes = (app: FastifyInstance, database: Readable): void => {
  route(app, listBrands, {
    summary: 'Lists the brands of a storefront in display order.',
    cache: 'public',
  })(async ({ query }) => ({
    success: true,
    data: await findBrands(database, query.store ?? DEFAULT_STORE_SLUG),
    message: 'Brands',
  }));
};
