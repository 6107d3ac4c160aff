import { getSite } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from '../../database/Database';
import { route } from '../../http/route';
import { readSite } from './readSite';

export const siteRoutes = (app: FastifyInstance, database: Readable): void => {
  route(app, getSite, {
    summary: 'Returns what staff have changed about the storefronts: names, addresses, notices, pages.',
    cache: 'private',
  })(async () => ({ status: true, message: 'Site', data: await readSite(database) }));
};
