import { ADMIN_PATH, isUnder, type Audience } from '@shop/runtime/remotes';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Where the pages at /federation are served. */
export interface FederationOrigin {
  /** Their own origin, on which nothing of the shop is served: "https://federation.example.com". */
  readonly url: string | undefined;
  /** Development without an origin of their own: on the shop's. */
  readonly isOnShop: boolean;
}

/** Origins of this server beside the shop's, which answers to every other name. */
export interface Origins {
  readonly federation: FederationOrigin;
  /** That of the back office; undefined if it is closed. */
  readonly admin: string | undefined;
}

interface Place {
  readonly home: string;
  /** What is served here only. */
  readonly own: readonly string[];
  /** What is served here, too. Everything else is not found. */
  readonly shared: readonly string[];
}

const PLACES: Readonly<Record<keyof Origins, Place>> = {
  federation: { home: '/federation', own: ['/federation'], shared: [] },
  admin: {
    home: ADMIN_PATH,
    own: [ADMIN_PATH, '/api/admin'],
    shared: ['/assets', '/remotes', '/media', '/icons', '/preview'],
  },
};
/** The registry's HTTP API: with a token in a header and without cookies, so the shop has it, too. */
const REGISTRY_API = '/federation/api';

/** Returns the Host headers that mean an origin: names in any case, with the port unless it is the default one. */
const listHosts = (origin: string | undefined): string[] => {
  if (origin === undefined) return [];
  const { host, port, protocol } = new URL(origin);
  return port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host];
};

/** The matched route, because a path can be written in several ways; under a wildcard, with the path as matched. */
const readPath = ({ routeOptions: { url = '' }, params }: FastifyRequest): string =>
  url.endsWith('*') ? url.slice(0, -1) + String((params as Readonly<Record<string, string>>)['*'] ?? '') : url;

const includes = (prefixes: readonly string[], path: string): boolean =>
  prefixes.some((prefix) => isUnder(prefix, path));

/** Returns whom an answer to the request is for, by its origin. */
export type FindAudience = (request: Pick<FastifyRequest, 'host'>) => Audience;

/**
 * Keeps code that runs on the shop's origin, which may be any team's, away from the sessions at /federation and in the
 * back office (security.md 5.26, 5.29), and their code away from each other.
 */
export const separateOrigins = (app: FastifyInstance, { federation, admin }: Origins): FindAudience => {
  if (federation.url === undefined && !federation.isOnShop)
    app.log.warn('FEDERATION_URL is not set: the pages at /federation are closed. The registry over HTTP is not.');
  if (admin === undefined) app.log.warn('ADMIN_URL is not set: the back office is closed.');
  const names = new Map<string, keyof Origins>([
    ...listHosts(federation.url).map((host) => [host, 'federation'] as const),
    ...listHosts(admin).map((host) => [host, 'admin'] as const),
  ]);
  const findName = ({ host }: Pick<FastifyRequest, 'host'>): keyof Origins | undefined => names.get(host.toLowerCase());
  const elsewhere = [...PLACES.admin.own, ...(federation.isOnShop ? [] : PLACES.federation.own)];

  app.addHook('onRequest', async (request, reply) => {
    const name = findName(request);
    const path = readPath(request);
    if (name === undefined)
      return includes(elsewhere, path) && !isUnder(REGISTRY_API, path) ? reply.callNotFound() : undefined;
    const { home, own, shared } = PLACES[name];
    const [address = '', query] = request.url.split('?');
    if (address === '/') return reply.redirect(query === undefined ? home : `${home}?${query}`, 302);
    return includes([...own, ...shared], path) ? undefined : reply.callNotFound();
  });
  return (request) => (findName(request) === 'admin' ? 'staff' : 'shoppers');
};
