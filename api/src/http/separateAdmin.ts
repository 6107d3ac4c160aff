import type { Access, StaffAccess } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import { ShopError } from './ShopError';

export const isForStaff = (access: Access | undefined): access is StaffAccess => typeof access === 'object';

/**
 * Serves what is for staff at the back office's address only, and nothing else there (security.md 7.1). Without an
 * address it is closed.
 */
export const separateAdmin = (app: FastifyInstance, adminUrl: string | undefined): void => {
  const host = adminUrl === undefined ? undefined : new URL(adminUrl).host;
  app.addHook('onRequest', async (request) => {
    const isAtAdmin = host !== undefined && request.host.toLowerCase() === host;
    if (isForStaff(request.routeOptions.config.access) !== isAtAdmin) throw new ShopError('NOT_FOUND');
  });
};
