import { RegistryError } from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';
import type { FastifyReply } from 'fastify';
import { DevServerError } from '../dev-servers/DevServerError';
import type { DevServers } from '../dev-servers/DevServers';
import type { RequestOrigin } from '../dev-servers/readRequestOrigin';
import type { Override } from './chooseReleases';
import {
  readCookieOverrides,
  readQueryOverrides,
  includesDevServer,
  hasOverridesCookie,
  mergeOverrides,
  CLEAR_OVERRIDES_COOKIE,
  buildOverridesCookie,
  resolveOverrides,
  type AllowedOverride,
  type OverridePolicy,
} from './overrides';
import type { LiveComposition } from './LiveComposition';
import type { ReleaseServices } from './releaseServices';

interface ReadOverrides {
  readonly resolved: ReadonlyMap<RemoteId, Override>;
  /**
   * Set if the URL has overrides: the Set-Cookie header that stores them before a redirect to the same URL without
   * them.
   */
  readonly redirect?: string;
  /** Why a dev server's remote cannot be shown, and the requested remotes. */
  readonly problem?: { readonly error: DevServerError; readonly remotes: readonly RemoteId[] };
}

interface OverrideServices {
  readonly releases: Pick<ReleaseServices, 'live' | 'signingKey'>;
  readonly devServers: Pick<DevServers, 'read'>;
  readonly policy: OverridePolicy;
  readonly origin: RequestOrigin;
}

const NO_OVERRIDES: ReadOverrides = { resolved: new Map() };

const readDevServers = async (
  allowed: ReadonlyMap<RemoteId, AllowedOverride>,
  live: LiveComposition,
  devServers: Pick<DevServers, 'read'>,
): Promise<Map<RemoteId, Override>> => {
  const origins = new Map(
    [...allowed].flatMap(([remote, override]) =>
      'devServer' in override ? [[remote, override.devServer] as const] : [],
    ),
  );
  const published = [...allowed].flatMap(([remote, override]) =>
    'shown' in override ? [[remote, override] as const] : [],
  );
  if (origins.size === 0) return new Map(published);
  const served = await devServers.read(origins, await live.getReleases());
  return new Map<RemoteId, Override>([...published, ...[...served].map(([remote, dev]) => [remote, { dev }] as const)]);
};

/**
 * Resolves the overrides of a request. A refused override is an error only if the URL requests it; a stored one is
 * ignored.
 */
export const readOverrides = async (
  url: URL,
  cookie: string,
  { releases, devServers, policy, origin }: OverrideServices,
): Promise<ReadOverrides | RegistryError> => {
  const { live, signingKey } = releases;
  const requested = readQueryOverrides(url.searchParams);
  if (!requested && !hasOverridesCookie(cookie)) return NO_OVERRIDES;
  const [key, now] = [await signingKey(), new Date()];
  const stored = readCookieOverrides(cookie, key, now);
  const overrides = requested ? mergeOverrides(stored, requested) : stored;
  if (requested && origin.isCrossSite && includesDevServer(requested))
    return new RegistryError(
      'forbidden',
      'A link on another site cannot show a dev server. Enter the address yourself.',
    );
  try {
    const allowed = await resolveOverrides(overrides, live, key, policy, origin);
    return requested
      ? { resolved: new Map(), redirect: buildOverridesCookie(overrides, key, now) }
      : { resolved: await readDevServers(allowed, live, devServers) };
  } catch (error) {
    if (error instanceof DevServerError)
      return { resolved: new Map(), problem: { error, remotes: [...overrides.keys()] } };
    if (!(error instanceof RegistryError)) throw error;
    // An expired link in a stored cookie: show the live page.
    return requested ? error : NO_OVERRIDES;
  }
};

export const sendRefusedOverride = (reply: FastifyReply, error: RegistryError): FastifyReply =>
  reply
    .code(error.code === 'unknown' ? 404 : 403)
    .header('set-cookie', CLEAR_OVERRIDES_COOKIE)
    .type('text/plain; charset=utf-8')
    .send(error.message);
