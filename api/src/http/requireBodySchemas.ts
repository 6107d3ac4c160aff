import type { FastifyInstance } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses to register a route that takes bodies without a schema for them: `NoBody` where none is expected. */
export const requireBodySchemas = (app: FastifyInstance): void => {
  app.addHook('onRoute', ({ method, url, schema }) => {
    const unsafe = [method].flat().find((each) => !SAFE_METHODS.has(each));
    if (unsafe !== undefined && schema?.body === undefined)
      throw new Error(`${unsafe} ${url} has no schema for its body. Give it one: NoBody where it takes none.`);
  });
};
