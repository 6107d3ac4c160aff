import { RegistryError, type Release } from '@shop/registry';
import type { Audience, RemoteId } from '@shop/runtime/remotes';
import type { FastifyReply } from 'fastify';
import { DevServerError } from '../dev-servers/DevServerError';
import type { DevServers } from '../dev-servers/DevServers';
import type { RequestOrigin } from '../dev-servers/readRequestOrigin';
import type { Override } from './chooseReleases';
import {
  includesDevServer,
  mergeOverrides,
  readQueryOverrides,
  resolveOverrides,
  resolveStoredOverrides,
  type AllowedOverride,
  type OverridePolicy,
} from './overrides';
import {
  buildOverridesCookie,
  CLEAR_OVERRIDES_COOKIE,
  hasOverridesCookie,
  isGuest,
  readCookieOverrides,
  readSessionKey,
  signQuestion,
} from './overridesCookie';
import type { LiveComposition } from './LiveComposition';
import type { ReleaseServices } from './releaseServices';

/** Overrides that a visitor has to confirm. */
export interface PreviewQuestion {
  /** Everything that the browser remembers if the visitor confirms, signed for the session. */
  readonly signed: string;
  readonly releases: readonly Release[];
  readonly isForGuest: boolean;
}

interface ReadOverrides {
  readonly resolved: ReadonlyMap<RemoteId, Override>;
  /**
   * Set if the URL has overrides: the Set-Cookie header that stores them before a redirect to the same URL without
   * them.
   */
  readonly redirect?: string;
  /** Set if nothing is overridden until the visitor has confirmed it. */
  readonly question?: PreviewQuestion;
  /** Why a dev server's remote cannot be shown, and the requested remotes. */
  readonly problem?: { readonly error: DevServerError; readonly remotes: readonly RemoteId[] };
}

interface OverrideServices {
  readonly releases: Pick<ReleaseServices, 'live' | 'signingKey'>;
  readonly devServers: Pick<DevServers, 'read'>;
  readonly policy: OverridePolicy;
  readonly origin: RequestOrigin;
  /** Only its remotes can be overridden. */
  readonly audience: Audience;
}

const NO_OVERRIDES: ReadOverrides = { resolved: new Map() };

const readDevServers = async (
  allowed: ReadonlyMap<RemoteId, AllowedOverride>,
  live: LiveComposition,
  devServers: Pick<DevServers, 'read'>,
  audience: Audience,
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
  const served = await devServers.read(origins, await live.getReleasesFor(audience), audience);
  return new Map<RemoteId, Override>([...published, ...[...served].map(([remote, dev]) => [remote, { dev }] as const)]);
};

const listAskingReleases = (allowed: Iterable<readonly [RemoteId, AllowedOverride]>): Release[] =>
  [...allowed].flatMap(([, override]) => ('shown' in override && override.asks ? [override.shown.release] : []));

/**
 * Resolves the overrides of a request. A refused override is an error only if the URL requests it; a stored one is
 * ignored. The code of a release sees what its visitor types, and can act as the customer whose session the browser
 * has. So an override by a link counts only once it was confirmed, in each session anew (security.md 5.23).
 */
export const readOverrides = async (
  url: URL,
  cookie: string,
  { releases, devServers, policy, origin, audience }: OverrideServices,
): Promise<ReadOverrides | RegistryError> => {
  const { live, signingKey } = releases;
  const requested = readQueryOverrides(url.searchParams);
  if (!requested && !hasOverridesCookie(cookie)) return NO_OVERRIDES;
  if (requested && origin.isByCode)
    return new RegistryError('forbidden', 'Only an address that is opened can select a release.');
  if (requested && origin.isCrossSite && includesDevServer(requested))
    return new RegistryError(
      'forbidden',
      'A link on another site cannot show a dev server. Enter the address yourself.',
    );
  const [key, now] = [await signingKey(), new Date()];
  const stored = readCookieOverrides(cookie, key, now);
  const session = readSessionKey(cookie);
  const isConfirmed = stored.session === session;
  const merged = mergeOverrides(stored.requested, requested ?? new Map());
  const isAdded = (remote: RemoteId): boolean => requested?.has(remote) ?? false;
  try {
    const added = new Map([...merged].filter(([remote]) => isAdded(remote)));
    const kept = new Map([...merged].filter(([remote]) => !isAdded(remote)));
    const [allowedNow, allowedBefore] = await Promise.all([
      resolveOverrides(added, live, key, policy, origin, audience),
      resolveStoredOverrides(kept, live, key, policy, origin, audience),
    ]);
    const allowed = new Map([...allowedBefore, ...allowedNow]);
    const overrides = new Map([...merged].filter(([remote]) => allowed.has(remote)));
    const unconfirmed = [...(requested ? allowedNow : allowed)].filter(
      ([remote]) => !isConfirmed || stored.requested.get(remote) !== merged.get(remote),
    );
    if (listAskingReleases(unconfirmed).length > 0) {
      // Code of a page must not get the signature that answers the question.
      if (origin.isByCode) return NO_OVERRIDES;
      const signed = signQuestion({ requested: overrides, session }, key, now);
      const question = { signed, releases: listAskingReleases(allowed), isForGuest: isGuest(cookie) };
      return { resolved: new Map(), question };
    }
    if (!requested) return { resolved: await readDevServers(allowed, live, devServers, audience) };
    const remembered = { requested: overrides, session: isConfirmed ? session : undefined };
    return { resolved: new Map(), redirect: buildOverridesCookie(remembered, key, now) };
  } catch (error) {
    if (error instanceof DevServerError)
      return { resolved: new Map(), problem: { error, remotes: [...merged.keys()] } };
    if (error instanceof RegistryError) return requested ? error : NO_OVERRIDES;
    throw error;
  }
};

export const sendRefusedOverride = (reply: FastifyReply, error: RegistryError): FastifyReply =>
  reply
    .code(error.code === 'unknown' ? 404 : 403)
    .header('set-cookie', CLEAR_OVERRIDES_COOKIE)
    .type('text/plain; charset=utf-8')
    .send(error.message);
