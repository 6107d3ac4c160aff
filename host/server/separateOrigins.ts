import type { FastifyInstance } from 'fastify';

/** Where the pages at /federation are served. */
export interface FederationOrigin {
  /** Their own origin, on which nothing of the shop is served: "https://federation.example.com". */
  readonly url: string | undefined;
  /** Development without an origin of their own: on the shop's. */
  readonly isOnShop: boolean;
}

const PAGES = '/federation';
/** The registry's HTTP API: with a token in a header and without cookies, so it may be on every host. */
const API = '/federation/api';

/** A hostname in lower case, without the default port. */
const normalizeHost = (protocol: string, host: string): string =>
  URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).host : '';

const isUnder = (prefix: string, route: string): boolean => route === prefix || route.startsWith(`${prefix}/`);

/**
 * Keeps code that runs on the shop's origin, which may be any team's, away from the sessions at /federation
 * (security.md 5.26). The matched route decides, because a path can be written in several ways.
 */
export const separateFederation = (app: FastifyInstance, { url, isOnShop }: FederationOrigin): void => {
  const own = url === undefined ? undefined : new URL(url);
  if (!own && !isOnShop)
    app.log.warn('FEDERATION_URL is not set: the pages at /federation are closed. The registry over HTTP is not.');
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? '';
    if (own && normalizeHost(own.protocol, request.host) === own.host) {
      if (request.url === '/') return reply.redirect(PAGES, 302);
      if (!isUnder(PAGES, route)) return reply.callNotFound();
    } else if (!isOnShop && isUnder(PAGES, route) && !isUnder(API, route)) return reply.callNotFound();
  });
};
