import type { PageRelease, RemotePlace } from '@shop/runtime/composition';
import { createVisitorSeed, isInCanary, isVisitorSeed, JUDGING_PERIOD_MS } from '@shop/registry';
import { containerName, type RemoteId } from '@shop/runtime/remotes';
import { readCookie } from '../readCookie';
import type { DevRelease } from '../dev-servers/DevRelease';
import { toPageRelease, type ChosenReleases, type LocalRelease, type RemoteReleases } from './LiveComposition';

export const VISITOR_COOKIE = 'visitor_seed';

/** A release shown instead of the live one, or a dev server's remote. */
export type Override = { readonly shown: LocalRelease } | { readonly dev: DevRelease };

/** True if a canary is for some visitors only. Only then a visitor needs a seed. */
const hasPartialCanary = (releases: ReadonlyMap<RemoteId, RemoteReleases>): boolean =>
  [...releases.values()].some(({ canary }) => canary !== undefined && canary.weight > 0 && canary.weight < 100);

/** Entry for a remote without a usable release; its pages say so in place. */
const toMissingRelease = ({ mounts, missingTitle, refusedBecause }: RemotePlace): PageRelease => ({
  version: '',
  entry: '',
  container: '',
  mounts,
  missingTitle,
  ...(refusedBecause ? { refusedBecause } : {}),
});

/** Marks the release for the note that names it and its team. */
const markOverride = ({ release: { owner } }: LocalRelease): Pick<PageRelease, 'isOverride' | 'owner'> => ({
  isOverride: true,
  ...(owner === undefined ? {} : { owner }),
});

/**
 * Chooses the release of each remote for a visitor: an override, else the canary for its share of visitors, else the
 * live one. `newSeed` is to be stored in the visitor's cookie.
 */
export const chooseReleases = (
  releases: ReadonlyMap<RemoteId, RemoteReleases>,
  cookieHeader: string | undefined,
  overrides: ReadonlyMap<RemoteId, Override> = new Map(),
  now: Date = new Date(),
): ChosenReleases & { readonly newSeed: string | undefined } => {
  const storedSeed = readCookie(cookieHeader, VISITOR_COOKIE);
  const seed = isVisitorSeed(storedSeed) ? storedSeed : hasPartialCanary(releases) ? createVisitorSeed() : undefined;
  const composition: Record<RemoteId, PageRelease> = {};
  const remotes: Record<RemoteId, LocalRelease> = {};
  const standIns: Record<RemoteId, LocalRelease> = {};
  const dev: Record<RemoteId, DevRelease> = {};

  for (const [remote, { live, liveSince, canary, previous, place }] of releases) {
    const override = overrides.get(remote);
    if (override && 'dev' in override) continue;
    const isCanary =
      canary !== undefined && (canary.weight >= 100 || (seed !== undefined && isInCanary(seed, remote, canary.weight)));
    const shown = override?.shown ?? (isCanary ? canary : live);
    if (!shown) {
      if (place) composition[remote] = toMissingRelease(place);
      continue;
    }
    // The stand-in of a canary is the live release. An override has none, so that its author sees its failures.
    const standIn = override ? undefined : isCanary ? live : previous;
    const isNew = isCanary || (liveSince !== undefined && now.getTime() - liveSince.getTime() < JUDGING_PERIOD_MS);
    composition[remote] = {
      ...toPageRelease(shown, standIn),
      ...(override ? markOverride(shown) : isNew ? { isNew } : {}),
    };
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
    // Overrides also apply to remotes that are not live yet.
    if (releases.has(remote)) continue;
    composition[remote] = { ...toPageRelease(override.shown, undefined), ...markOverride(override.shown) };
    remotes[remote] = override.shown;
  }
  return { composition, remotes, standIns, dev, newSeed: seed === storedSeed ? undefined : seed };
};
