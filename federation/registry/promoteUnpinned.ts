import type { RemoteId } from '@shop/runtime/remotes';
import { checkBeforePromotion } from './checks/checkRelease';
import {
  isRetired,
  promoteReleases,
  type CompositionFile,
  type HistoryEntry,
  type ChangeContext,
  type ReleaseSet,
} from './compositionFile';
import { requireUnchangedSet } from './promote';
import type { Registry } from './Registry';

/** A remote that stays at its release, or retired, because somebody chose that. */
export interface PinnedRemote {
  readonly remote: RemoteId;
  /** Live version; undefined if the remote is retired. */
  readonly version: string | undefined;
  /** Last change of what visitors get; undefined if it is no longer in the history. */
  readonly change: HistoryEntry | undefined;
}

/** Returns why `by` must not change a remote: it has a canary, or somebody else promoted a release or retired it. */
const findPin = (file: CompositionFile, remote: RemoteId, by: string): PinnedRemote | undefined => {
  const { live, canary, history } = file;
  const version = live[remote];
  if (version === undefined && !isRetired(file, remote)) return undefined;
  const channel = canary[remote] ? 'canary' : 'live';
  const change = [...history]
    .reverse()
    .find(({ changes }) => changes.some((each) => each.remote === remote && each.channel === channel));
  return channel === 'live' && change?.by === by ? undefined : { remote, version, change };
};

/**
 * Promotes releases of remotes that nobody else has changed: those without a live release, or whose live release was
 * promoted by `context.by`. Releases that somebody published, promoted, rolled back or shows as a canary stay. Retired
 * remotes stay retired. All that change do so together, or none.
 * @throws {RegistryError} `unknown`; `refused`, with reasons.
 */
export const promoteUnpinned = async (
  registry: Registry,
  set: ReleaseSet,
  context: ChangeContext,
): Promise<{ readonly moved: ReleaseSet; readonly chosen: readonly PinnedRemote[] }> => {
  let moved: Record<RemoteId, string> = {};
  let chosen: PinnedRemote[] = [];
  await registry.change(async (present) => {
    const others = Object.entries(set).filter(([remote, version]) => present.live[remote] !== version) as [
      RemoteId,
      string,
    ][]; // keys of a set are its type's keys
    chosen = others.flatMap(([remote]) => findPin(present, remote, context.by) ?? []);
    moved = Object.fromEntries(others.filter(([remote]) => !chosen.some((pinned) => pinned.remote === remote)));
    if (Object.keys(moved).length === 0) return present;
    await requireUnchangedSet(registry, moved);
    await checkBeforePromotion(registry, present, moved, context.now);
    return promoteReleases(present, moved, context);
  });
  return { moved, chosen };
};
