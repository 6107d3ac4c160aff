import type { RemoteId } from '../remotes';
import { listReferencedVersions, markGone } from './compositionFile';
import { buildReleasePrefix, type Registry } from './Registry';

const DAY_MS = 86_400_000;
/** A page that was opened keeps its release; so old a page is not waited for. */
export const DEFAULT_RETENTION_DAYS = 7;

export interface CollectedRelease {
  readonly remote: RemoteId;
  readonly version: string;
}

/**
 * Takes away releases that nobody can need any more: never one that the composition names, or named in the last days,
 * or that was published in the last days. `dryRun` only tells.
 */
export const collectGarbage = async (
  registry: Registry,
  now: Date,
  { keptDays = DEFAULT_RETENTION_DAYS, dryRun = false } = {},
): Promise<CollectedRelease[]> => {
  const since = new Date(now.getTime() - keptDays * DAY_MS);
  const collected: CollectedRelease[] = [];
  for (const remote of await registry.remotes()) {
    const old = (await registry.releases(remote)).filter(({ publishedAt }) => new Date(publishedAt) < since);
    for (const { version } of old) {
      if (listReferencedVersions(await registry.composition(), remote, since).has(version)) continue;
      if (!dryRun) {
        // Said in the composition first: one that goes live at this moment is either kept, or refused there.
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
