import {
  formatStep,
  listPreviewLinks,
  RegistryError,
  sumByRelease,
  type CompositionFile,
  type HistoryEntry,
  type HostDescription,
  type PreviewLink,
  type Registry,
  type Release,
  type Sums,
} from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';
import type { ReleaseServices } from '../releases/releaseServices';

const HEALTH_WINDOW_MS = 3_600_000;
const MAX_SHOWN_CHANGES = 30;

/** Health counters by release. */
export type Health = Readonly<Record<string, Sums>>;

export interface ShownRelease {
  readonly release: Release;
  readonly health: Sums;
}

export interface RemoteOverview {
  readonly remote: RemoteId;
  readonly live: ShownRelease | undefined;
  readonly canary:
    | (ShownRelease & {
        readonly weight: number;
        /** "step 1 of 3", for a ramp. */ readonly step?: string | undefined;
      })
    | undefined;
  /** Version that a rollback returns to. */
  readonly previousVersion: string | undefined;
}

/** A change with those of its releases that still exist. */
export interface ShownChange {
  readonly entry: HistoryEntry;
  readonly releases: readonly Release[];
}

/** Data of the page at /federation. */
export interface Overview {
  readonly remotes: readonly RemoteOverview[];
  readonly hosts: readonly HostDescription[];
  /** The latest changes, newest first. */
  readonly changes: readonly ShownChange[];
  readonly links: readonly PreviewLink[];
}

/** Returns undefined for a release that was deleted or only partly published. */
const findRelease = async (
  registry: Registry,
  remote: RemoteId,
  version: string | null | undefined,
): Promise<Release | undefined> => {
  if (version === undefined || version === null) return undefined;
  try {
    return await registry.readRelease(remote, version);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return undefined;
  }
};

/** Reads the health counters of the last hour. */
export const readHealth = ({ health }: Pick<ReleaseServices, 'health'>, now: Date): Promise<Health> =>
  health.read(new Date(now.getTime() - HEALTH_WINDOW_MS));

export const readRemoteOverview = async (
  registry: Registry,
  file: CompositionFile,
  health: Health,
  remote: RemoteId,
): Promise<RemoteOverview> => {
  const candidate = file.canary[remote];
  const [live, canary] = await Promise.all([
    findRelease(registry, remote, file.live[remote]),
    findRelease(registry, remote, candidate?.version),
  ]);
  const withHealth = (release: Release): ShownRelease => ({
    release,
    health: sumByRelease(health, remote, release.version),
  });
  return {
    remote,
    live: live && withHealth(live),
    canary:
      canary && candidate
        ? { ...withHealth(canary), weight: candidate.weight, step: candidate.ramp && formatStep(candidate.weight) }
        : undefined,
    previousVersion: file.earlier[remote]?.[0],
  };
};

/** Reads the latest changes of one remote or of all, newest first. */
export const readChanges = async (
  registry: Registry,
  { history }: CompositionFile,
  remote?: RemoteId,
): Promise<ShownChange[]> => {
  const shown = history
    .filter(({ changes }) => remote === undefined || changes.some((change) => change.remote === remote))
    .slice(-MAX_SHOWN_CHANGES)
    .reverse();
  return Promise.all(
    shown.map(async (entry) => {
      const releases = await Promise.all(
        entry.changes.map((change) => findRelease(registry, change.remote as RemoteId, change.to)),
      ); // the history only names remotes
      return { entry, releases: releases.filter((release) => release !== undefined) };
    }),
  );
};

export const readOverview = async (services: ReleaseServices, now: Date): Promise<Overview> => {
  const { registry } = services;
  const [file, hosts, health, remotes] = await Promise.all([
    registry.readComposition(),
    registry.listHosts(now),
    readHealth(services, now),
    registry.listRemotes(),
  ]);
  const [overviews, changes] = await Promise.all([
    Promise.all(remotes.map((remote) => readRemoteOverview(registry, file, health, remote))),
    readChanges(registry, file),
  ]);
  return { remotes: overviews, hosts, changes, links: listPreviewLinks(file, now) };
};
