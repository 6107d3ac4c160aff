import type { LiveRelease } from '@shop/federation/composition';
import { getsCanary, isVisitorSeed, newVisitorSeed } from '@shop/federation/registry';
import { containerName, remotes as knownRemotes, type RemoteId } from '@shop/federation/remotes';
import { cookieValue } from '../cookieValue';
import { liveReleaseOf, type ChosenReleases, type LiveRemote, type Releases } from './LiveComposition';

export const VISITOR_COOKIE = 'visitor_seed';

/** Another release than the live one, or a dev server's entry. */
export type Override = { readonly shown: LiveRemote } | { readonly devEntry: string };

/** Whether a canary is for some and not for others: only then a visitor needs a number. */
const isDrawn = (releases: Releases): boolean => [...releases.values()].some(({ canary }) => canary !== undefined && canary.weight > 0 && canary.weight < 100);

export interface Choice extends ChosenReleases {
  /** The visitor's number, where this visit gave it one. */
  readonly newSeed: string | undefined;
}

/** A remote that nobody has released yet: its pages say so in place. */
const missing = (remote: RemoteId): LiveRelease | undefined => {
  const known = knownRemotes[remote];
  return known && { version: '', entry: '', container: '', mounts: known.mounts, missingTitle: known.missingTitle };
};

/** Which release of each remote this visitor gets: an override, else the canary for its share of visitors, else the live one. */
export const chooseReleases = (releases: Releases, cookieHeader: string | undefined, overrides: ReadonlyMap<RemoteId, Override> = new Map()): Choice => {
  const kept = cookieValue(cookieHeader, VISITOR_COOKIE);
  const seed = isVisitorSeed(kept) ? kept : isDrawn(releases) ? newVisitorSeed() : undefined;
  const composition: Record<RemoteId, LiveRelease> = {};
  const remotes: Record<RemoteId, LiveRemote> = {};

  for (const [remote, { live, canary, previous }] of releases) {
    const override = overrides.get(remote);
    if (override && 'devEntry' in override) {
      const described = live ? liveReleaseOf(live, undefined) : missing(remote);
      if (described) composition[remote] = { version: 'development', entry: override.devEntry, container: containerName(remote), mounts: described.mounts, missingTitle: described.missingTitle, isOverride: true };
      continue;
    }
    const isCanary = canary !== undefined && (canary.weight >= 100 || (seed !== undefined && getsCanary(seed, remote, canary.weight)));
    const shown = override?.shown ?? (isCanary ? canary.remote : live);
    if (!shown) {
      const absent = missing(remote);
      if (absent) composition[remote] = absent;
      continue;
    }
    // Behind a canary stands the live release; behind what somebody asked for stands nothing, so that they see what it does.
    const standIn = override ? undefined : isCanary ? live : previous;
    composition[remote] = { ...liveReleaseOf(shown, standIn), ...(override ? { isOverride: true as const } : {}) };
    remotes[remote] = shown;
  }
  for (const [remote, override] of overrides) {
    // A remote that is not live yet may be looked at already.
    if (releases.has(remote) || !('shown' in override)) continue;
    composition[remote] = { ...liveReleaseOf(override.shown, undefined), isOverride: true };
    remotes[remote] = override.shown;
  }
  return { composition, remotes, newSeed: seed === kept ? undefined : seed };
};
