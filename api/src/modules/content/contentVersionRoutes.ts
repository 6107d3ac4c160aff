import { getContentVersion } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Readable } from '../../database/Database';
import { route, SerializedResponse } from '../../http/route';
import { ResponseCache } from '../catalog/ResponseCache';
import { findContentVersion } from './contentChangesRepository';

/** Hosts ask every second: this many of them cost one query. */
const CACHE_MS = 250;

export const contentVersionRoutes = (app: FastifyInstance, database: Readable): void => {
  const versions = new ResponseCache(CACHE_MS, 1);
  route(app, getContentVersion, {
    summary: 'Another version after each change of products, categories, brands and posts.',
    cache: 'private',
    logLevel: 'warn',
  })(
    async () =>
      new SerializedResponse(
        await versions.get('', async () => ({
          status: true,
          message: 'The version',
          data: { version: await findContentVersion(database) },
        })),
      ),
  );
};
