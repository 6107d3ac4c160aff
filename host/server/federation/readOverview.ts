import {
  nameStep,
  RegistryError,
  sumByRelease,
  type CompositionFile,
  type HistoryEntry,
  type HostDescription,
  type Hour,
  type Registry,
  type Release,
  type Sums,
} from '@shop/federation/registry';
import type { RemoteId } from '@shop/federation/remotes';
import type { ReleaseServices } from '../releases/releaseServices';
import { getPeriodStart, type Period } from './trends/toSeries';

const HEALTH_WINDOW_MS = 3_600_000;
const MAX_SHOWN_CHANGES = 30;

/** What hosts have counted, by release. */
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
        /** "step 1 of 3", where it goes live in steps. */ readonly step?: string | undefined;
      })
    | undefined;
  /** What a rollback goes back to. */
  readonly previousVersion: string | undefined;
}

/** A change, with the releases that it made live or a canary, where they are still there. */
export interface ShownChange {
  readonly entry: HistoryEntry;
  readonly releases: readonly Release[];
}

/** All that the page at /federation shows, as it is now. */
export interface Overview {
  readonly remotes: readonly RemoteOverview[];
  readonly hosts: readonly HostDescription[];
  /** All that is kept, the oldest first. */
  readonly history: readonly HistoryEntry[];
  /** The newest changes, the newest first. */
  readonly changes: readonly ShownChange[];
  readonly hours: readonly Hour[];
}

/** Undefined for what was taken away, or half published. */
const findRelease = async (
  registry: Registry,
  remote: RemoteId,
  version: string | null | undefined,
): Promise<Release | undefined> => {
  if (version === undefined || version === null) return undefined;
  try {
    return await registry.release(remote, version);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return undefined;
  }
};

/** How releases did in the last hour. */
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
        ? { ...withHealth(canary), weight: candidate.weight, step: candidate.ramp && nameStep(candidate.weight) }
        : undefined,
    previousVersion: file.earlier[remote]?.[0],
  };
};

/** The newest changes, of one remote or of all. */
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
      ); // the history is of remotes
      return { entry, releases: releases.filter((release) => release !== undefined) };
    }),
  );
};

export const readOverview = async (services: ReleaseServices, period: Period, now: Date): Promise<Overview> => {
  const { registry, health } = services;
  const [file, hosts, lastHour, remotes, hours] = await Promise.all([
    registry.composition(),
    registry.hosts(now),
    readHealth(services, now),
    registry.remotes(),
    health.trends.read(new Date(getPeriodStart(period, now))),
  ]);
  const [overviews, changes] = await Promise.all([
    Promise.all(remotes.map((remote) => readRemoteOverview(registry, file, lastHour, remote))),
    readChanges(registry, file),
  ]);
  return { remotes: overviews, hosts, history: file.history, changes, hours };
};
