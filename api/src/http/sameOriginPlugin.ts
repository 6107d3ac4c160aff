import type { FastifyInstance } from 'fastify';
import { ShopError } from './ShopError';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Accepts unsafe requests only from the shop's own pages or from clients other than browsers (security.md 3.1). */
export const sameOriginPlugin = (app: FastifyInstance, publicUrl: string): void => {
  const { origin: ownOrigin } = new URL(publicUrl);
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined) {
      if (site !== 'same-origin') throw new ShopError('FORBIDDEN_ORIGIN');
    } else if (request.headers.origin !== undefined && request.headers.origin !== ownOrigin) {
      throw new ShopError('FORBIDDEN_ORIGIN');
    }
  });
};
