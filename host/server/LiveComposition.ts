import path from 'node:path';
import type { Composition, LiveRelease } from '@shop/federation/composition';
import { integrityOf, type Registry, type Release } from '@shop/federation/registry';
import { remoteIds, type RemoteId } from '@shop/federation/remotes';

/** What the server needs of a live release to render it and to name its files in the page. */
export interface LiveRemote {
  readonly release: Release;
  /** Path of the release's web files on the shop's own origin. */
  readonly urlBase: string;
  readonly nodeEntry: string;
}

export interface CompositionSnapshot {
  readonly composition: Composition;
  readonly remotes: Readonly<Partial<Record<RemoteId, LiveRemote>>>;
}

const releaseUrlBase = (remote: RemoteId, version: string): string => `/remotes/${remote}/${encodeURIComponent(version)}/`;

/** The composition that is live now: read again only when the registry's file changes, so a new release needs no restart. */
export class LiveComposition {
  #stamp = '';
  #snapshot: CompositionSnapshot = { composition: {}, remotes: {} };

  constructor(
    private readonly registry: Registry,
    private readonly warn: (error: unknown) => void,
  ) {}

  current(): CompositionSnapshot {
    const stamp = this.registry.compositionStamp();
    if (stamp !== this.#stamp) {
      this.#snapshot = this.#read();
      this.#stamp = stamp;
    }
    return this.#snapshot;
  }

  #read(): CompositionSnapshot {
    const composition: Partial<Record<RemoteId, LiveRelease>> = {};
    const remotes: Partial<Record<RemoteId, LiveRemote>> = {};
    const { live } = this.registry.readComposition();
    for (const id of remoteIds) {
      const version = live[id];
      if (version === undefined) continue;
      try {
        const release = this.registry.readRelease(id, version);
        const urlBase = releaseUrlBase(id, version);
        const nodeEntry = path.join(this.registry.releaseDirectory(id, version), 'node', release.node.entry);
        composition[id] = { version, entry: urlBase + release.web.entry, integrity: integrityOf(release, release.web.entry) };
        remotes[id] = { release, urlBase, nodeEntry };
      } catch (error) {
        this.warn(error); // one unreadable release takes its own remote away, nothing else
      }
    }
    return { composition, remotes };
  }
}
