import type { FastifyInstance } from 'fastify';
import type { Access } from '@shop/contracts';

interface DeclaredRoute {
  readonly method: string;
  readonly url: string;
  readonly access: Access;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route below /api with who may call it. */
    readonly declaredRoutes: readonly DeclaredRoute[];
  }
}

/** Refuses to start with a route below /api that does not declare who may call it. Must run before any route. */
export const requireRouteAccess = (app: FastifyInstance): void => {
  const declaredRoutes: DeclaredRoute[] = [];
  app.decorate('declaredRoutes', declaredRoutes);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/api')) return;
    if (config?.access === undefined)
      throw new Error(`${String(method)} ${url} does not declare who may call it (access).`);
    for (const each of [method].flat())
      if (each !== 'HEAD') declaredRoutes.push({ method: each, url, access: config.access });
  });
};
