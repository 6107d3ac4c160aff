import type { RemoteId } from '@shop/runtime/remotes';
import { listReferencedVersions, markGone } from './compositionFile';
import { buildReleasePrefix, type Registry } from './Registry';

const DAY_MS = 86_400_000;
/** Open pages keep using their release; pages older than this are not considered. */
export const DEFAULT_RETENTION_DAYS = 7;

export interface CollectedRelease {
  readonly remote: RemoteId;
  readonly version: string;
}

/**
 * Removes releases that are no longer needed: not referenced by the composition now or within the retention period, and
 * not published within it. With `dryRun`, only lists them.
 */
export const collectGarbage = async (
  registry: Registry,
  now: Date,
  { keptDays = DEFAULT_RETENTION_DAYS, dryRun = false } = {},
): Promise<CollectedRelease[]> => {
  const since = new Date(now.getTime() - keptDays * DAY_MS);
  const collected: CollectedRelease[] = [];
  for (const remote of await registry.listRemotes()) {
    const old = (await registry.listReleases(remote)).filter(({ publishedAt }) => new Date(publishedAt) < since);
    for (const { version } of old) {
      if (listReferencedVersions(await registry.readComposition(), remote, since).has(version)) continue;
      if (!dryRun) {
        // Record it in the composition first: a release that is promoted at the same time is either kept or refused
        // there.
        const file = await registry.change((present) => markGone(present, remote, version, since));
        if (!file.gone.includes(`${remote}@${version}`)) continue;
      }
      collected.push({ remote, version });
      if (dryRun) continue;
      await registry.storage.removeAll(buildReleasePrefix(remote, version));
      registry.evictRelease(remote, version);
    }
  }
  return collected;
};
