import type { FastifyInstance } from 'fastify';
import { ShopError } from './ShopError';

/** Texts PostgreSQL cannot hold: a NUL, or half of a surrogate pair. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && !/[\uD800-\uDFFF]/u.test(value);
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isStorable);
  return true;
};

/** Refuses them before any rule sees them. */
export const requireWellFormedBodies = (app: FastifyInstance): void => {
  app.addHook('preHandler', async (request) => {
    if (!isStorable(request.body)) throw new ShopError('INVALID_REQUEST');
  });
};
