import { sumsOf, type HistoryEntry, type HostDescription, type Release, type Sums } from '@shop/federation/registry';
import type { RemoteId } from '@shop/federation/remotes';
import type { ReleaseServices } from '../releases/releaseServices';

const HEALTH_MS = 3_600_000;
const SHOWN_RELEASES = 12;
const SHOWN_HISTORY = 30;

export interface ShownRelease {
  readonly release: Release;
  readonly health: Sums;
}

export interface RemoteOverview {
  readonly remote: RemoteId;
  readonly live: ShownRelease | undefined;
  readonly canary: (ShownRelease & { readonly weight: number }) | undefined;
  /** What a rollback goes back to. */
  readonly earlier: string | undefined;
  /** The newest first. */
  readonly releases: readonly Release[];
}

/** All that the page at /federation shows, as it is now. */
export interface Overview {
  readonly remotes: readonly RemoteOverview[];
  readonly hosts: readonly HostDescription[];
  /** The newest first. */
  readonly history: readonly HistoryEntry[];
}

export const readOverview = async ({ registry, health }: ReleaseServices, now: Date): Promise<Overview> => {
  const [file, hosts, counted, remotes] = await Promise.all([registry.composition(), registry.hosts(now), health.read(new Date(now.getTime() - HEALTH_MS)), registry.remotes()]);
  const shown = async (remote: RemoteId): Promise<RemoteOverview> => {
    const releases = await registry.releases(remote);
    const find = (version: string | undefined): ShownRelease | undefined => {
      const release = releases.find((known) => known.version === version);
      return release && { release, health: sumsOf(counted, remote, release.version) };
    };
    const candidate = file.canary[remote];
    const canary = find(candidate?.version);
    return { remote, live: find(file.live[remote]), canary: canary && candidate ? { ...canary, weight: candidate.weight } : undefined, earlier: file.earlier[remote]?.[0], releases: releases.slice(0, SHOWN_RELEASES) };
  };
  return { remotes: await Promise.all(remotes.map(shown)), hosts, history: [...file.history].reverse().slice(0, SHOWN_HISTORY) };
};
