import type { FastifyInstance } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws if a route that accepts bodies is registered without a body schema (`NoBody` if none is expected). */
export const requireBodySchemas = (app: FastifyInstance): void => {
  app.addHook('onRoute', ({ method, url, schema }) => {
    const unsafeMethod = [method].flat().find((each) => !SAFE_METHODS.has(each));
    if (unsafeMethod !== undefined && schema?.body === undefined)
      throw new Error(`${unsafeMethod} ${url} has no body schema. Add one, or NoBody if it takes no body.`);
  });
};
