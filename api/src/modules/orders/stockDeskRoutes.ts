import { getLowStock } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { route } from '../../http/route';
import { findLowStock } from './stockRepository';

/** What the back office shows of the stock. */
export const stockDeskRoutes = (app: FastifyInstance, { database }: AppContext): void => {
  route(app, getLowStock, {
    summary: 'Counts products and variants of which few are left, and returns the three that have the least.',
    cache: 'private',
  })(async () => ({ status: true, message: 'Low stock', data: await findLowStock(database) }));
};
