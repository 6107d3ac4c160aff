import type { FastifyInstance } from 'fastify';
import { ShopError } from './ShopError';

/** More levels than any body of the contracts has. */
const MAX_DEPTH = 10;

/** False for text that PostgreSQL cannot store: a NUL, or half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/[\uD800-\uDFFF]/u.test(text);

// Looked up once: 64 KB hold 21,000 objects, and in a VM context each look at a global costs more than the call.
const { values } = Object;

/** Level by level: the sender decides how deep a body is nested, so nothing here may recurse. */
const isWellFormed = (body: unknown): boolean => {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string' && !isStorable(value)) return false;
      if (typeof value === 'object' && value !== null) for (const part of values(value)) next.push(part);
    }
    level = next;
  }
  return true;
};

/** Runs before any schema is checked. */
export const requireWellFormedBodies = (app: FastifyInstance): void => {
  app.addHook('preValidation', async (request) => {
    if (!isWellFormed(request.body)) throw new ShopError('INVALID_REQUEST');
  });
};
