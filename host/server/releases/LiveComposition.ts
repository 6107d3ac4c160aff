import path from 'node:path';
import type { Composition, LiveRelease, ReleaseEntry, RemotePlace } from '@shop/federation/composition';
import {
  NO_COMPOSITION,
  previousRelease,
  FileStorage,
  integrityOf,
  checkHostCompatibility,
  RegistryError,
  type CompositionFile,
  type HostDescription,
  type Registry,
  type Release,
} from '@shop/federation/registry';
import { isRemoteId, type RemoteId } from '@shop/federation/remotes';
import type { DevRelease } from '../dev-servers/DevServers';
import type { LocalReleases } from './LocalReleases';

/** A registry that is not on this machine is asked this often; pages never wait for it. */
const POLL_MS = 1_000;

/** What the server needs of a release to render it and to name its files in the page. */
export interface LiveRemote {
  readonly release: Release;
  /** Path of the release's web files on the shop's own origin. */
  readonly urlBase: string;
  readonly nodeEntry: string;
}

/** The releases of a remote that visitors may get. */
export interface RemoteReleases {
  readonly live: LiveRemote | undefined;
  readonly canary: { readonly remote: LiveRemote; readonly weight: number } | undefined;
  /** The good release before the live one. */
  readonly previous: LiveRemote | undefined;
  /** Its part of the site, also where none of its releases can be shown; undefined where nobody has said. */
  readonly place: RemotePlace | undefined;
}

export type Releases = ReadonlyMap<RemoteId, RemoteReleases>;

/** What one visitor gets. */
export interface ChosenReleases {
  readonly composition: Composition;
  /** What of it this server can render. */
  readonly remotes: Readonly<Record<RemoteId, LiveRemote>>;
  /** The good release behind each, for where one cannot be rendered. */
  readonly standIns: Readonly<Record<RemoteId, LiveRemote>>;
  /** What comes from dev servers instead. */
  readonly dev: Readonly<Record<RemoteId, DevRelease>>;
}

/** Releases of before have addresses of their own; the others share them. */
const getReleaseUrlBase = ({ remote, version, web }: Release): string =>
  web.isContentAddressed === true ? `/remotes/${remote}/` : `/remotes/${remote}/${encodeURIComponent(version)}/`;

const toReleaseEntry = ({ release, urlBase }: LiveRemote): ReleaseEntry => ({
  version: release.version,
  entry: urlBase + release.web.entry,
  container: release.web.container,
  integrity: integrityOf(release, release.web.entry),
});

export const getLiveRelease = (shown: LiveRemote, previous: LiveRemote | undefined): LiveRelease => ({
  ...toReleaseEntry(shown),
  mounts: shown.release.mounts,
  missingTitle: shown.release.missingTitle,
  ...(previous && previous.release.version !== shown.release.version ? { previous: toReleaseEntry(previous) } : {}),
});

/** What is live now: read again only when the registry's composition changes, so a new release needs no restart. */
export class LiveComposition {
  #tag: string | undefined;
  #releases: Releases = new Map();
  #file: CompositionFile | undefined;
  #refreshing: Promise<void> | undefined;
  readonly #isLocal: boolean;
  #problem: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #listeners: (() => void)[] = [];

  constructor(
    private readonly registry: Registry,
    private readonly local: LocalReleases,
    private readonly host: Omit<HostDescription, 'seenAt'>,
    private readonly warn: (message: string) => void,
    /** Remotes that may have no release yet: their pages say so in place. What is live needs none of this. */
    private readonly expected: Readonly<Record<RemoteId, RemotePlace>> = {},
  ) {
    this.#isLocal = registry.storage instanceof FileStorage;
  }

  /** The releases of now; with a registry far away, those of a second ago. */
  async getReleases(): Promise<Releases> {
    if (this.#isLocal || this.#tag === undefined) await this.refresh();
    return this.#releases;
  }

  /** Why what is shown may not be what is live; undefined where it is. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * What is live and cannot be shown by this server, such as "mfe-home 1.0.0": it does not run here, or is not as it
   * was published.
   */
  get unavailable(): readonly string[] {
    const live = Object.entries(this.#file?.live ?? {});
    return live.flatMap(([remote, version]) =>
      isRemoteId(remote) && this.#releases.get(remote)?.live?.release.version !== version
        ? [`${remote} ${version}`]
        : [],
    );
  }

  /** When other releases were made live, or canaries, last. */
  get changedAt(): Date | undefined {
    const at = this.#file?.history.at(-1)?.at;
    return at === undefined ? undefined : new Date(at);
  }

  /** Calls it each time other releases are shown than before. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Keeps up with a registry that is far away. Answers how to stop. */
  follow(): () => void {
    if (!this.#isLocal) this.#timer = setInterval(() => void this.refresh(), POLL_MS).unref();
    return () => clearInterval(this.#timer);
  }

  /** Whether there is such a remote. */
  isKnown(remote: RemoteId): boolean {
    return this.#releases.has(remote);
  }

  /** Whether a release is one that visitors may have: what is told of any other is not counted. */
  isShown(remote: RemoteId, version: string): boolean {
    const { live, canary, previous } = this.#releases.get(remote) ?? {};
    return (
      [live, canary?.remote, previous].some((shown) => shown?.release.version === version) ||
      this.#file?.earlier[remote]?.includes(version) === true
    );
  }

  /** A published release that is not live, for who asks for it. @throws {RegistryError} */
  async findRelease(remote: RemoteId, version: string): Promise<LiveRemote> {
    const found = await this.#read(remote, version);
    const reasons = checkHostCompatibility(found.release, this.host);
    if (reasons.length > 0)
      throw new RegistryError('refused', `${remote} ${version} does not run in this host:`, reasons);
    return found;
  }

  /** Reads what changed; a registry that does not answer leaves all as it was. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh()
      .then(
        () => {
          this.#problem = undefined;
        },
        (error: unknown) => {
          // Pages ask again and again: told once.
          if (this.#problem === undefined) this.warn(`The registry is not read: ${String(error)}`);
          this.#problem = 'The registry cannot be read.';
        },
      )
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const tag = await this.registry.compositionTag();
    if (tag === this.#tag) return;
    // A composition is never taken away: its folder or bucket is. What was live stays.
    if (tag === NO_COMPOSITION && this.#tag !== undefined) throw new Error('its composition is gone');
    const file = await this.registry.composition();
    const remotes = new Set([...Object.keys(this.expected), ...Object.keys(file.live)].filter(isRemoteId));
    const releases = await Promise.all(
      [...remotes].map(async (remote) => [remote, await this.#readRemote(file, remote)] as const),
    );
    this.#releases = new Map(releases);
    this.#file = file;
    const isFirst = this.#tag === undefined;
    this.#tag = tag;
    if (!isFirst) for (const listener of this.#listeners) listener();
    const shown = releases.flatMap(([, { live, canary, previous }]) =>
      [live, canary?.remote, previous].flatMap((remote) => remote?.nodeEntry ?? []),
    );
    this.local
      .deleteStaleCopies(shown, new Date())
      .catch((error: unknown) => this.warn(`Copies of node builds are not tidied: ${String(error)}`));
  }

  async #readRemote(file: CompositionFile, remote: RemoteId): Promise<RemoteReleases> {
    const canary = file.canary[remote];
    const [live, previous, candidate] = await Promise.all([
      this.#readRunnable(remote, file.live[remote]),
      this.#readRunnable(remote, previousRelease(file, remote)),
      this.#readRunnable(remote, canary?.version),
    ]);
    // What cannot run here takes its own remote away, or brings the one before it back: nothing else.
    const shown = live ?? previous;
    return {
      live: shown,
      previous: live ? previous : undefined,
      canary: canary && candidate ? { remote: candidate, weight: canary.weight } : undefined,
      place: shown?.release ?? (await this.#readPlace(remote, file.live[remote])) ?? this.expected[remote],
    };
  }

  /** Which part of the site a release has that cannot be shown here. */
  async #readPlace(remote: RemoteId, version: string | undefined): Promise<RemotePlace | undefined> {
    if (version === undefined) return undefined;
    try {
      return await this.registry.release(remote, version);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      return undefined;
    }
  }

  async #readRunnable(remote: RemoteId, version: string | undefined): Promise<LiveRemote | undefined> {
    if (version === undefined) return undefined;
    try {
      return await this.findRelease(remote, version);
    } catch (error) {
      // What does not answer for a moment says nothing of the release: all stays as it was, and is asked again.
      if (!(error instanceof RegistryError)) throw error;
      this.warn(String(error));
      return undefined;
    }
  }

  async #read(remote: RemoteId, version: string): Promise<LiveRemote> {
    const [release, directory] = await Promise.all([
      this.registry.release(remote, version),
      this.local.getNodeDirectory(remote, version),
    ]);
    return { release, urlBase: getReleaseUrlBase(release), nodeEntry: path.join(directory, release.node.entry) };
  }
}
