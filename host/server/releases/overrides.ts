import fastifyCookie from '@fastify/cookie';
import { isVersion, RegistryError, signText, verifyText, verifyOverride } from '@shop/registry';
import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { readCookie } from '../readCookie';
import type { RequestOrigin } from '../dev-servers/readRequestOrigin';
import type { LiveComposition, LiveRemote } from './LiveComposition';

export const OVERRIDES_COOKIE = 'remote_overrides';
const PARAMETER_PREFIX = 'remote.';
/** Removes an override: ?remote.mfe-catalog=live */
const LIVE = 'live';
const MAX_OVERRIDES = 10;

/** Who may request a release other than the live one (security.md 5.13). */
export interface OverridePolicy {
  /**
   * Development: allows any published release, and dev servers on the visitor's own machine. Otherwise only signed
   * links and the `allowed` list.
   */
  readonly open: boolean;
  /** "mfe-catalog@1.4.0-pr7", or "mfe-catalog@*". */
  readonly allowed: readonly string[];
}

/** Requested values by remote, as given. They are validated on every visit. */
type RequestedOverrides = ReadonlyMap<RemoteId, string>;

const parseOverrides = (pairs: Iterable<readonly [string, string]>): RequestedOverrides =>
  new Map([...pairs].flatMap(([remote, value]) => (isRemoteId(remote) ? [[remote, value] as const] : [])));

/** Reads overrides from the query string; undefined if it has none. */
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
 * Reads remembered overrides. They are signed, because cookies ignore ports: a page of another server on this machine
 * could set them.
 */
export const readCookieOverrides = (cookieHeader: string | undefined, key: string, now: Date): RequestedOverrides => {
  const signed = readCookie(cookieHeader, OVERRIDES_COOKIE) ?? '';
  return parseOverrides(new URLSearchParams(verifyText(key, PURPOSE, signed, now) ?? ''));
};

/** Returns the URL without override parameters. */
export const stripOverrides = (url: URL): string => {
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !name.startsWith(PARAMETER_PREFIX)));
  const pathname = url.pathname.replace(/^\/+/, '/'); // two slashes would lead to another site
  return query.size > 0 ? `${pathname}?${query}` : pathname;
};

/** Merges new overrides into stored ones, and drops remotes that return to live. */
export const mergeOverrides = (stored: RequestedOverrides, requested: RequestedOverrides): RequestedOverrides =>
  new Map(
    [...stored, ...requested]
      .filter(([remote]) => requested.get(remote) !== LIVE && requested.get(remote) !== '')
      .slice(-MAX_OVERRIDES),
  );

const COOKIE_OPTIONS = { path: '/', sameSite: 'lax', httpOnly: true } as const;
export const CLEAR_OVERRIDES_COOKIE = fastifyCookie.serialize(OVERRIDES_COOKIE, '', { ...COOKIE_OPTIONS, maxAge: 0 });

/** Builds the cookie: valid until the browser closes, at most a week. */
export const buildOverridesCookie = (requested: RequestedOverrides, key: string, now: Date): string => {
  if (requested.size === 0) return CLEAR_OVERRIDES_COOKIE;
  const signed = signText(
    key,
    PURPOSE,
    new URLSearchParams([...requested]).toString(),
    new Date(now.getTime() + OVERRIDES_MAX_AGE_MS),
  );
  return fastifyCookie.serialize(OVERRIDES_COOKIE, signed, COOKIE_OPTIONS);
};

/** An allowed override: a published release, or the origin of a dev server. */
export type AllowedOverride = { readonly shown: LiveRemote } | { readonly devServer: string };

/** Returns the origin of a dev server on this machine, under the hostname that its own files use. */
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

/** @throws {RegistryError} if the override is not allowed or does not exist. */
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
    // This server loads and renders the dev server's code, so both must run on the developer's machine.
    if (!isLocal)
      throw new RegistryError(
        'forbidden',
        'A dev server can only be shown by a shop on the same machine: npm start, then http://localhost:3000',
      );
    return { devServer };
  }
  const signed = verifyOverride(key, remote, value, new Date());
  const isAllowed = open || allowed.includes(`${remote}@${value}`) || allowed.includes(`${remote}@*`);
  const version = signed ?? (isAllowed && isVersion(value) ? value : undefined);
  if (version === undefined)
    throw new RegistryError('forbidden', 'This link is invalid or has expired. Ask for a new one.');
  return { shown: await live.findRelease(remote, version) };
};

/**
 * Validates all requested overrides.
 * @throws {RegistryError}
 */
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

/** True if a dev server is requested, which links on other sites must not do. */
export const includesDevServer = (requested: RequestedOverrides): boolean =>
  [...requested.values()].some((value) => parseDevServerOrigin(value) !== undefined);
