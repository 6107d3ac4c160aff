import { getSite } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from '../../database/Database';
import { route, SerializedResponse } from '../../http/route';
import { ResponseCache } from '../catalog/ResponseCache';
import { readSite } from './readSite';

/** Hosts ask after each change of the content: this many of them cost one query. */
const CACHE_MS = 250;

export const siteRoutes = (app: FastifyInstance, database: Readable): void => {
  const sites = new ResponseCache(CACHE_MS, 1);
  route(app, getSite, {
    summary: 'Returns what staff have changed about the storefronts: names, addresses, notices, pages.',
    cache: 'private',
  })(
    async () =>
      new SerializedResponse(
        await sites.get('', async () => ({ status: true, message: 'Site', data: await readSite(database) })),
      ),
  );
};
