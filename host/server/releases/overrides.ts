import { isVersion, RegistryError, sign, verify, verifyOverride } from '@shop/federation/registry';
import { isRemoteId, type RemoteId } from '@shop/federation/remotes';
import { readCookie } from '../readCookie';
import type { RequestOrigin } from '../dev-servers/readRequestOrigin';
import type { LiveComposition, LiveRemote } from './LiveComposition';

export const OVERRIDES_COOKIE = 'remote_overrides';
const PARAMETER_PREFIX = 'remote.';
/** Takes an override away: ?remote.mfe-catalog=live */
const LIVE = 'live';
const MAX_OVERRIDES = 10;

/** Who may ask for another release than the live one (security.md 5.13). */
export interface OverridePolicy {
  /**
   * Any published release, and a dev server on the visitor's own machine: for development. Else a signed link, or what
   * is allowed by name.
   */
  readonly open: boolean;
  /** "mfe-catalog@1.4.0-pr7", or "mfe-catalog@*". */
  readonly allowed: readonly string[];
}

/** What was asked for, as it was: checked again at every visit. */
type RequestedOverrides = ReadonlyMap<RemoteId, string>;

const parseOverrides = (pairs: Iterable<readonly [string, string]>): RequestedOverrides =>
  new Map([...pairs].flatMap(([remote, value]) => (isRemoteId(remote) ? [[remote, value] as const] : [])));

/** What the address asks for; undefined where it asks for nothing. */
export const readQueryOverrides = (query: URLSearchParams): RequestedOverrides | undefined => {
  const pairs = [...query]
    .filter(([name]) => name.startsWith(PARAMETER_PREFIX))
    .map(([name, value]) => [name.slice(PARAMETER_PREFIX.length), value] as const);
  return pairs.length > 0 ? parseOverrides(pairs) : undefined;
};

const PURPOSE = 'remembered overrides';
const OVERRIDES_MAX_AGE_MS = 7 * 86_400_000;

export const hasOverridesCookie = (cookieHeader: string | undefined): boolean =>
  readCookie(cookieHeader, OVERRIDES_COOKIE) !== undefined;

/**
 * What this browser asked for before. Cookies do not know ports: one that we did not sign was set by a page of another
 * server on this machine.
 */
export const readCookieOverrides = (cookieHeader: string | undefined, key: string, now: Date): RequestedOverrides => {
  try {
    const signed = decodeURIComponent(readCookie(cookieHeader, OVERRIDES_COOKIE) ?? '');
    return parseOverrides(new URLSearchParams(verify(key, PURPOSE, signed, now) ?? ''));
  } catch {
    return new Map(); // not a cookie of ours
  }
};

/** The same address without what it asks for. */
export const stripOverrides = (url: URL): string => {
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !name.startsWith(PARAMETER_PREFIX)));
  const pathname = url.pathname.replace(/^\/+/, '/'); // two slashes would lead to another site
  return query.size > 0 ? `${pathname}?${query}` : pathname;
};

/** What is asked for from now on: the new over the old, without what goes back to live. */
export const mergeOverrides = (stored: RequestedOverrides, requested: RequestedOverrides): RequestedOverrides =>
  new Map(
    [...stored, ...requested]
      .filter(([remote]) => requested.get(remote) !== LIVE && requested.get(remote) !== '')
      .slice(-MAX_OVERRIDES),
  );

const ATTRIBUTES = 'Path=/; SameSite=Lax; HttpOnly';
export const CLEAR_OVERRIDES_COOKIE = `${OVERRIDES_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

/** The cookie of what is asked for: until the browser is closed, or a week has passed. */
export const buildOverridesCookie = (requested: RequestedOverrides, key: string, now: Date): string => {
  if (requested.size === 0) return CLEAR_OVERRIDES_COOKIE;
  const signed = sign(
    key,
    PURPOSE,
    new URLSearchParams([...requested]).toString(),
    new Date(now.getTime() + OVERRIDES_MAX_AGE_MS),
  );
  return `${OVERRIDES_COOKIE}=${encodeURIComponent(signed)}; ${ATTRIBUTES}`;
};

/** What may be shown: a published release, or what a dev server serves now. */
export type AllowedOverride = { readonly shown: LiveRemote } | { readonly devServer: string };

/** The origin of a dev server on this machine, under the name by which its own files know it. */
const parseDevServerOrigin = (value: string): string | undefined => {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isOwn =
    url.protocol === 'http:' &&
    ['localhost', '127.0.0.1'].includes(url.hostname) &&
    url.pathname === '/' &&
    url.username === '' &&
    url.password === '';
  return isOwn ? `http://localhost${url.port === '' ? '' : `:${url.port}`}` : undefined;
};

/** @throws {RegistryError} where it may not be shown, or is not there. */
const resolveOverride = async (
  remote: RemoteId,
  value: string,
  live: LiveComposition,
  key: string,
  { open, allowed }: OverridePolicy,
  { isLocal }: Pick<RequestOrigin, 'isLocal'>,
): Promise<AllowedOverride> => {
  const devServer = parseDevServerOrigin(value);
  if (devServer !== undefined && open) {
    // This server loads and renders what the dev server has, so it must be on the developer's machine, too.
    if (!isLocal)
      throw new RegistryError(
        'forbidden',
        'A dev server is shown by a shop on the same machine only: npm start, then http://localhost:3000',
      );
    return { devServer };
  }
  const signed = verifyOverride(key, remote, value, new Date());
  const isAllowed = open || allowed.includes(`${remote}@${value}`) || allowed.includes(`${remote}@*`);
  const version = signed ?? (isAllowed && isVersion(value) ? value : undefined);
  if (version === undefined)
    throw new RegistryError('forbidden', 'This link is not valid, or not any more. Ask for a new one.');
  return { shown: await live.findRelease(remote, version) };
};

/** What all of it comes to. @throws {RegistryError} */
export const resolveOverrides = async (
  requested: RequestedOverrides,
  live: LiveComposition,
  key: string,
  policy: OverridePolicy,
  origin: Pick<RequestOrigin, 'isLocal'>,
): Promise<Map<RemoteId, AllowedOverride>> =>
  new Map(
    await Promise.all(
      [...requested].map(
        async ([remote, value]) => [remote, await resolveOverride(remote, value, live, key, policy, origin)] as const,
      ),
    ),
  );

/** Whether it asks for what a dev server has: another site may not have a browser ask for that. */
export const includesDevServer = (requested: RequestedOverrides): boolean =>
  [...requested.values()].some((value) => parseDevServerOrigin(value) !== undefined);
