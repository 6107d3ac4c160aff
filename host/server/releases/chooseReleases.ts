import type { LiveRelease, RemotePlace } from '@shop/federation/composition';
import { isInCanary, isVisitorSeed, newVisitorSeed } from '@shop/federation/registry';
import { containerName, type RemoteId } from '@shop/federation/remotes';
import { readCookie } from '../readCookie';
import type { DevRelease } from '../dev-servers/DevServers';
import { getLiveRelease, type ChosenReleases, type LiveRemote, type Releases } from './LiveComposition';

export const VISITOR_COOKIE = 'visitor_seed';

/** Another release than the live one, or what a dev server has now. */
export type Override = { readonly shown: LiveRemote } | { readonly dev: DevRelease };

/** Whether a canary is for some and not for others: only then a visitor needs a number. */
const hasPartialCanary = (releases: Releases): boolean =>
  [...releases.values()].some(({ canary }) => canary !== undefined && canary.weight > 0 && canary.weight < 100);

export interface ReleaseChoice extends ChosenReleases {
  /** The visitor's number, where this visit gave it one. */
  readonly newSeed: string | undefined;
}

/** A remote without a release that can be shown: its pages say so in place. */
const toMissingRelease = ({ mounts, missingTitle }: RemotePlace): LiveRelease => ({
  version: '',
  entry: '',
  container: '',
  mounts,
  missingTitle,
});

/**
 * Which release of each remote this visitor gets: an override, else the canary for its share of visitors, else the live
 * one.
 */
export const chooseReleases = (
  releases: Releases,
  cookieHeader: string | undefined,
  overrides: ReadonlyMap<RemoteId, Override> = new Map(),
): ReleaseChoice => {
  const storedSeed = readCookie(cookieHeader, VISITOR_COOKIE);
  const seed = isVisitorSeed(storedSeed) ? storedSeed : hasPartialCanary(releases) ? newVisitorSeed() : undefined;
  const composition: Record<RemoteId, LiveRelease> = {};
  const remotes: Record<RemoteId, LiveRemote> = {};
  const standIns: Record<RemoteId, LiveRemote> = {};
  const dev: Record<RemoteId, DevRelease> = {};

  for (const [remote, { live, canary, previous, place }] of releases) {
    const override = overrides.get(remote);
    if (override && 'dev' in override) continue;
    const isCanary =
      canary !== undefined && (canary.weight >= 100 || (seed !== undefined && isInCanary(seed, remote, canary.weight)));
    const shown = override?.shown ?? (isCanary ? canary.remote : live);
    if (!shown) {
      if (place) composition[remote] = toMissingRelease(place);
      continue;
    }
    // Behind a canary stands the live release; behind what somebody asked for stands nothing, so that they see what it
    // does.
    const standIn = override ? undefined : isCanary ? live : previous;
    composition[remote] = { ...getLiveRelease(shown, standIn), ...(override ? { isOverride: true as const } : {}) };
    remotes[remote] = shown;
    if (standIn && standIn !== shown) standIns[remote] = standIn;
  }
  for (const [remote, override] of overrides) {
    if ('dev' in override) {
      const { entry, place } = override.dev;
      composition[remote] = {
        version: 'development',
        entry,
        container: containerName(remote),
        ...place,
        isOverride: true,
      };
      dev[remote] = override.dev;
      continue;
    }
    // A remote that is not live yet may be looked at already.
    if (releases.has(remote)) continue;
    composition[remote] = { ...getLiveRelease(override.shown, undefined), isOverride: true };
    remotes[remote] = override.shown;
  }
  return { composition, remotes, standIns, dev, newSeed: seed === storedSeed ? undefined : seed };
};
