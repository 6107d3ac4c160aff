import { isSameOriginRequest } from '@shop/server-kit/http/isSameOriginRequest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isForStaff } from './separateAdmin';
import { ShopError } from './ShopError';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

interface OwnUrls {
  readonly publicUrl: string;
  readonly adminUrl: string | undefined;
}

/** Only browsers change anything in the back office, and all of them say where a request comes from. */
const saysItsOrigin = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/**
 * Accepts unsafe requests only from the site's own pages or from clients other than browsers (security.md 3.1), and
 * those of the back office from its pages alone.
 */
export const sameOriginPlugin = (app: FastifyInstance, { publicUrl, adminUrl }: OwnUrls): void => {
  const shop = new URL(publicUrl).origin;
  const admin = adminUrl === undefined ? undefined : new URL(adminUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return;
    const isStaffRoute = isForStaff(request.routeOptions.config.access);
    const own = isStaffRoute ? admin : shop;
    if (!isSameOriginRequest(request, (origin) => origin === own) || (isStaffRoute && !saysItsOrigin(request)))
      throw new ShopError('FORBIDDEN_ORIGIN');
  });
};
