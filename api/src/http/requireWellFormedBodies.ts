import type { FastifyInstance } from 'fastify';
import { ShopError } from './ShopError';

/** Deeper than any body in the contracts. */
const MAX_DEPTH = 10;

/** False for text that PostgreSQL cannot store: a NUL, or half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/[\uD800-\uDFFF]/u.test(text);

// Looked up once: 64 KB can hold 21,000 objects, and in a VM context a global lookup costs more than the call.
const { values } = Object;

/** Works level by level instead of recursing, because the client controls how deeply a body is nested. */
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

/** Rejects bodies that are nested too deeply or contain unstorable text, before any schema is checked. */
export const requireWellFormedBodies = (app: FastifyInstance): void => {
  app.addHook('preValidation', async (request) => {
    if (!isWellFormed(request.body)) throw new ShopError('INVALID_REQUEST');
  });
};
