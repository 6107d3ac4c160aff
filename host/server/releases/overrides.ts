import { isVersion, RegistryError, verifyOverride } from '@shop/registry';
import { getAudience, isRemoteId, type Audience, type RemoteId } from '@shop/runtime/remotes';
import type { RequestOrigin } from '../dev-servers/readRequestOrigin';
import type { LiveComposition, LocalRelease } from './LiveComposition';

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
export type RequestedOverrides = ReadonlyMap<RemoteId, string>;

export const parseOverrides = (pairs: Iterable<readonly [string, string]>): RequestedOverrides =>
  new Map([...pairs].flatMap(([remote, value]) => (isRemoteId(remote) ? [[remote, value] as const] : [])));

/** Reads overrides from the query string; undefined if it has none. */
export const readQueryOverrides = (query: URLSearchParams): RequestedOverrides | undefined => {
  const pairs = [...query]
    .filter(([name]) => name.startsWith(PARAMETER_PREFIX))
    .map(([name, value]) => [name.slice(PARAMETER_PREFIX.length), value] as const);
  return pairs.length > 0 ? parseOverrides(pairs) : undefined;
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

/** A published release that an override selects. */
interface ShownOverride {
  readonly shown: LocalRelease;
  /** True if the visitor has to confirm it: a link selects it, which anybody may have sent. */
  readonly asks: boolean;
}

/** An allowed override: a published release, or the origin of a dev server. */
export type AllowedOverride = ShownOverride | { readonly devServer: string };

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
  audience: Audience,
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
  const now = new Date();
  const signed = verifyOverride(key, remote, value, now);
  const isListed = signed !== undefined && (await live.hasPreviewLink(signed.link, now));
  const isAllowed = open || allowed.includes(`${remote}@${value}`) || allowed.includes(`${remote}@*`);
  const version = isListed ? signed.version : isAllowed && isVersion(value) ? value : undefined;
  if (version === undefined)
    throw new RegistryError('forbidden', 'This link is invalid, was revoked or has expired. Ask for a new one.');
  const shown = await live.findRelease(remote, version);
  if (getAudience(shown.release) !== audience)
    throw new RegistryError('unknown', `There is no release ${remote}@${version} here`);
  return { shown, asks: isListed || !open };
};

type OverrideContext = readonly [
  live: LiveComposition,
  key: string,
  policy: OverridePolicy,
  origin: Pick<RequestOrigin, 'isLocal'>,
  audience: Audience,
];

/**
 * Validates all requested overrides.
 * @throws {RegistryError}
 */
export const resolveOverrides = async (
  requested: RequestedOverrides,
  ...context: OverrideContext
): Promise<Map<RemoteId, AllowedOverride>> =>
  new Map(
    await Promise.all(
      [...requested].map(
        async ([remote, value]) => [remote, await resolveOverride(remote, value, ...context)] as const,
      ),
    ),
  );

/** Validates remembered overrides: one whose link has expired or was revoked is dropped. */
export const resolveStoredOverrides = async (
  stored: RequestedOverrides,
  ...context: OverrideContext
): Promise<Map<RemoteId, AllowedOverride>> => {
  const resolved = await Promise.all(
    [...stored].map(([remote, value]) =>
      resolveOverrides(new Map([[remote, value]]), ...context).catch((error: unknown) => {
        if (!(error instanceof RegistryError)) throw error;
        return new Map<RemoteId, AllowedOverride>();
      }),
    ),
  );
  return new Map(resolved.flatMap((overrides) => [...overrides]));
};

/** True if a dev server is requested, which links on other sites must not do. */
export const includesDevServer = (requested: RequestedOverrides): boolean =>
  [...requested.values()].some((value) => parseDevServerOrigin(value) !== undefined);
