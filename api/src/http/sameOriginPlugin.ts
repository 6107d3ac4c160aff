import { isSameOriginRequest } from '@shop/server-kit/http/isSameOriginRequest';
import type { FastifyInstance } from 'fastify';
import { ShopError } from './ShopError';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Accepts unsafe requests only from the shop's own pages or from clients other than browsers (security.md 3.1). */
export const sameOriginPlugin = (app: FastifyInstance, publicUrl: string): void => {
  const { origin: ownOrigin } = new URL(publicUrl);
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return;
    if (!isSameOriginRequest(request, (origin) => origin === ownOrigin)) throw new ShopError('FORBIDDEN_ORIGIN');
  });
};
