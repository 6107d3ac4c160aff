import crypto from 'node:crypto';
import type { RemoteId } from '@shop/runtime/remotes';
import type { ChangeContext, CompositionFile } from '../compositionFile';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import type { Caller } from './Caller';
import { buildOverrideQuery } from './overrideLinks';
import type { PreviewLink } from './PreviewLink';
import { readSigningKey } from './signingKey';

export const DEFAULT_LINK_HOURS = 24;
/** Releases that are not used are kept for as long (collectGarbage.ts). */
export const MAX_LINK_HOURS = 24 * 7;
const HOUR_MS = 3_600_000;
/** Limit per remote, so that no team fills the composition or keeps others from making links. */
const MAX_LINKS = 50;

/** Lists the links that have neither expired nor been revoked, oldest first. */
export const listPreviewLinks = ({ links = [] }: Pick<CompositionFile, 'links'>, now: Date): PreviewLink[] =>
  links.filter(({ until }) => new Date(until) > now);

/**
 * Records a link in the composition, which every host follows, and returns its query string.
 * @throws {RegistryError} if the release does not exist, the time is too long, or the remote has too many links.
 */
export const createPreviewLink = async (
  registry: Registry,
  { remote, version, hours }: { readonly remote: RemoteId; readonly version: string; readonly hours: number },
  { by, now }: ChangeContext,
): Promise<string> => {
  if (hours > MAX_LINK_HOURS)
    throw new RegistryError('invalid', `A preview link is valid for at most ${MAX_LINK_HOURS} hours`);
  await registry.readRelease(remote, version);
  const until = new Date(now.getTime() + hours * HOUR_MS).toISOString();
  const link = { id: crypto.randomBytes(6).toString('hex'), remote, version, by, until };
  await registry.change((file) => {
    const links = listPreviewLinks(file, now);
    if (links.filter((known) => known.remote === remote).length >= MAX_LINKS)
      throw new RegistryError('conflict', `${remote} has ${MAX_LINKS} preview links already; revoke one first`);
    return { ...file, links: [...links, link] };
  });
  return buildOverrideQuery(await readSigningKey(registry), link);
};

/**
 * @throws {RegistryError} `unknown` if there is no such link, `forbidden` if the caller has no rights on its remote.
 */
export const revokePreviewLink = async (registry: Registry, id: string, caller: Caller, now: Date): Promise<void> => {
  const link = listPreviewLinks(await registry.readComposition(), now).find((known) => known.id === id);
  if (!link) throw new RegistryError('unknown', 'There is no such preview link, or it has expired');
  caller.requireRights([link.remote]);
  await registry.change((file) => ({ ...file, links: listPreviewLinks(file, now).filter((one) => one.id !== id) }));
};
