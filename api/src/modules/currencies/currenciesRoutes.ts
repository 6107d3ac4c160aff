import { listCurrencies } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { route } from '../../http/route';
import { findCurrencies } from './currenciesRepository';

export const currenciesRoutes = (app: FastifyInstance, database: Database): void => {
  route(app, listCurrencies, { auth: 'anyone', cache: 'public' })(async () => ({
    status: true,
    message: 'Currencies',
    data: await findCurrencies(database),
  }));
};
