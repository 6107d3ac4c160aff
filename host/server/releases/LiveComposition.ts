import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Composition, PageRelease, ReleaseEntry, RemotePlace } from '@shop/runtime/composition';
import {
  NO_COMPOSITION,
  previousRelease,
  findPromotionTime,
  getIntegrity,
  isRetired,
  listPreviewLinks,
  checkGrant,
  checkHostCompatibility,
  findGrant,
  RegistryError,
  type CompositionFile,
  type HostDescription,
  type Registry,
  type Release,
} from '@shop/registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { getAudience, isRemoteId, type Audience, type RemoteId } from '@shop/runtime/remotes';
import type { DevRelease } from '../dev-servers/DevRelease';
import type { InlineStyle } from '../inlineStyles';
import { findLoss } from './findLoss';
import type { LastGood } from './LastGood';
import type { LocalReleases } from './LocalReleases';

/** Poll interval for a remote registry. Pages never wait for it. */
const POLL_MS = 1_000;

/** A release with its copy on this host: what it takes to render it and to reference its files. */
export interface LocalRelease {
  readonly release: Release;
  /** URL path of the release's web files. */
  readonly urlBase: string;
  readonly nodeEntry: string;
  /** Texts of its stylesheets by file name. */
  readonly styles: ReadonlyMap<string, InlineStyle | undefined>;
}

/** The releases of a remote that visitors may get. */
export interface RemoteReleases {
  /** Who gets them, as the platform has granted. */
  readonly audience: Audience;
  readonly live: LocalRelease | undefined;
  /** When it was promoted; undefined if that is unknown, or it was restored by a rollback. */
  readonly liveSince?: Date | undefined;
  readonly canary: (LocalRelease & { readonly weight: number }) | undefined;
  /** The previous good release. */
  readonly previous: LocalRelease | undefined;
  /** The remote's mounts, known even if none of its releases can be shown. Undefined if no release declared them. */
  readonly place: RemotePlace | undefined;
}

/** The releases chosen for one visitor. */
export interface ChosenReleases {
  readonly composition: Composition;
  /** Those of the composition that this server can render. */
  readonly remotes: Readonly<Record<RemoteId, LocalRelease>>;
  /** The stand-in for each remote, in case its release cannot be rendered. */
  readonly standIns: Readonly<Record<RemoteId, LocalRelease>>;
  /** Remotes served by dev servers instead. */
  readonly dev: Readonly<Record<RemoteId, DevRelease>>;
}

const toReleaseEntry = ({ release, urlBase }: LocalRelease): ReleaseEntry => ({
  version: release.version,
  entry: urlBase + release.web.entry,
  container: release.web.container,
  integrity: getIntegrity(release, release.web.entry),
});

export const toPageRelease = (shown: LocalRelease, previous: LocalRelease | undefined): PageRelease => ({
  ...toReleaseEntry(shown),
  mounts: shown.release.mounts,
  missingTitle: shown.release.missingTitle,
  ...(shown.release.menu ? { menu: shown.release.menu } : {}),
  ...(shown.release.fills ? { fills: shown.release.fills } : {}),
  ...(previous && previous.release.version !== shown.release.version ? { previous: toReleaseEntry(previous) } : {}),
});

/** Where releases are read from: the registry, or the copy of its last good state. */
interface Source {
  readonly registry: Registry;
  readonly local: LocalReleases;
}

/** The registry is there, but what it had is not. */
class LostCompositionError extends Error {}

/** Tag while the registry cannot be read. Pages do not wait for it, and whatever it has next is compared. */
const UNREAD = 'unread';

/** The part that decides what visitors get. The rest, such as preview links, does not. */
const pickShown = ({ live, canary, earlier, staff }: CompositionFile) => ({ live, canary, earlier, staff });

type ReleasesByRemote = ReadonlyMap<RemoteId, RemoteReleases>;

/** The live composition. It is read again only when the registry changes, so new releases need no restart. */
export class LiveComposition {
  #tag: string | undefined;
  #releases: ReadonlyMap<RemoteId, RemoteReleases> = new Map();
  #file: CompositionFile | undefined;
  #refreshing: Promise<void> | undefined;
  readonly #isLocal: boolean;
  #copying: Promise<void> = Promise.resolve();
  #problem: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #listeners: (() => void)[] = [];

  constructor(
    readonly registry: Registry,
    readonly local: LocalReleases,
    private readonly host: Omit<HostDescription, 'seenAt'>,
    private readonly warn: (message: string) => void,
    /** Remotes of the repository, which may not have a release yet. Live releases do not depend on it. */
    private readonly expected: Readonly<Record<RemoteId, RemotePlace>> = {},
    private readonly lastGood?: LastGood,
  ) {
    this.#isLocal = registry.storage instanceof FileStorage;
  }

  /** Returns the current releases for everybody; with a remote registry, up to a second old. */
  async getReleases(): Promise<ReleasesByRemote> {
    if (this.#isLocal || this.#tag === undefined) await this.refresh();
    return this.#releases;
  }

  /** Returns those of an audience: what one gets never names a remote of the other. */
  async getReleasesFor(audience: Audience): Promise<ReleasesByRemote> {
    return new Map([...(await this.getReleases())].filter(([, remote]) => remote.audience === audience));
  }

  /** Why the shown releases may be outdated; undefined if they are not. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * Live releases that this server cannot show, such as "mfe-home 1.0.0", because they are incompatible or were
   * modified.
   */
  get unavailable(): readonly string[] {
    const live = Object.entries(this.#file?.live ?? {});
    return live.flatMap(([remote, version]) =>
      isRemoteId(remote) && this.#releases.get(remote)?.live?.release.version !== version
        ? [`${remote} ${version}`]
        : [],
    );
  }

  /** Time of the last change of live or canary releases. */
  get changedAt(): Date | undefined {
    const at = this.#file?.history.at(-1)?.at;
    return at === undefined ? undefined : new Date(at);
  }

  /** Calls the listener whenever the shown releases change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Polls a remote registry. Returns a function that stops it. */
  follow(): () => void {
    if (!this.#isLocal) this.#timer = setInterval(() => void this.refresh(), POLL_MS).unref();
    return () => clearInterval(this.#timer);
  }

  /**
   * True if a preview link has neither expired nor been revoked. Reads the registry again for an unknown one, which may
   * have been made a moment ago.
   */
  async hasPreviewLink(id: string, now: Date): Promise<boolean> {
    const isListed = (): boolean =>
      this.#file !== undefined && listPreviewLinks(this.#file, now).some((link) => link.id === id);
    if (this.#isLocal || !isListed()) await this.refresh();
    return isListed();
  }

  /** True for a remote of the shop. */
  isKnown(remote: RemoteId): boolean {
    return this.#releases.get(remote)?.audience === 'shoppers';
  }

  /** True if visitors may have this release. Reports for other releases are not counted. */
  isShown(remote: RemoteId, version: string): boolean {
    const { live, canary, previous } = this.#releases.get(remote) ?? {};
    return (
      [live, canary, previous].some((shown) => shown?.release.version === version) ||
      this.#file?.earlier[remote]?.includes(version) === true
    );
  }

  /**
   * Returns a published release for an override.
   * @throws {RegistryError} if it does not exist or does not run in this host.
   */
  async findRelease(
    remote: RemoteId,
    version: string,
    source: Source = this,
    file: CompositionFile | undefined = this.#file,
  ): Promise<LocalRelease> {
    const found = await this.#read(remote, version, source);
    const reasons = [...checkGrant(file ?? {}, found.release), ...checkHostCompatibility(found.release, this.host)];
    if (reasons.length > 0)
      throw new RegistryError('refused', `${remote} ${version} does not run in this host:`, reasons);
    return found;
  }

  /**
   * Reads changes. If the registry does not respond or has lost its composition, the current releases stay; on a server
   * that has none yet, the last good ones are shown.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh()
      .then(
        () => {
          this.#problem = undefined;
        },
        async (error: unknown) => {
          const problem =
            error instanceof LostCompositionError
              ? `The registry is not followed: ${error.message}.`
              : 'The registry cannot be read.';
          // Warn once, because every page refreshes.
          if (this.#problem !== problem) this.warn(`The registry cannot be read: ${String(error)}`);
          this.#problem = problem;
          if (this.#tag !== undefined) this.#tag = UNREAD;
          this.registry.forgetComposition();
          if (this.#file === undefined)
            await this.#showLastGood().catch((reason: unknown) =>
              this.warn(`The last good releases cannot be read: ${String(reason)}`),
            );
        },
      )
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const tag = await this.registry.readCompositionTag();
    if (tag === this.#tag) return;
    // A composition is never deleted, so its directory or bucket must be missing. Keep the live releases.
    if (tag === NO_COMPOSITION && (this.#file !== undefined || (await this.#readLastGood()) !== undefined))
      throw new Error('the composition is missing');
    const file = await this.registry.readComposition();
    const loss = this.#file && findLoss(this.#file, file);
    if (loss !== undefined) throw new LostCompositionError(loss);
    const isChanged = this.#file !== undefined && !isDeepStrictEqual(pickShown(file), pickShown(this.#file));
    const releases = await this.#readReleases(file, this);
    this.#releases = releases;
    this.#file = file;
    this.#tag = tag;
    if (isChanged) for (const listener of this.#listeners) listener();
    const shown = [...releases.values()].flatMap(({ live, canary, previous }) =>
      [live, canary, previous].filter((release) => release !== undefined),
    );
    this.local
      .deleteStaleCopies(
        shown.map(({ nodeEntry }) => nodeEntry),
        new Date(),
      )
      .catch((error: unknown) => this.warn(`Stale copies of node builds could not be deleted: ${String(error)}`));
    this.#copying = this.#copying.then(() =>
      this.#copy(file, shown).catch((error: unknown) =>
        this.warn(`The last good releases could not be copied: ${String(error)}`),
      ),
    );
  }

  /** Resolves when the last good releases have been copied. */
  get copied(): Promise<void> {
    return this.#copying;
  }

  async #copy(file: CompositionFile, shown: readonly LocalRelease[]): Promise<void> {
    const copied = shown.map(async ({ release }) => ({
      release,
      directory: await this.local.getDirectory(release.remote as RemoteId, release.version), // its key in `live`
    }));
    if (shown.length > 0) await this.lastGood?.replace(file, await Promise.all(copied));
  }

  async #readLastGood(): Promise<CompositionFile | undefined> {
    const tag = await this.lastGood?.registry.readCompositionTag();
    return tag === undefined || tag === NO_COMPOSITION ? undefined : this.lastGood?.registry.readComposition();
  }

  async #showLastGood(): Promise<void> {
    const file = await this.#readLastGood();
    if (!file || !this.lastGood) return;
    this.#releases = await this.#readReleases(file, this.lastGood);
    this.#file = file;
    this.#tag = UNREAD;
    for (const listener of this.#listeners) listener();
  }

  async #readReleases(file: CompositionFile, source: Source): Promise<ReadonlyMap<RemoteId, RemoteReleases>> {
    const expected = Object.keys(this.expected).filter((remote) => !isRetired(file, remote));
    const remotes = new Set([...expected, ...Object.keys(file.live)].filter(isRemoteId));
    return new Map(
      await Promise.all(
        [...remotes].map(async (remote) => [remote, await this.#readRemote(file, remote, source)] as const),
      ),
    );
  }

  async #readRemote(file: CompositionFile, remote: RemoteId, source: Source): Promise<RemoteReleases> {
    const canary = file.canary[remote];
    const [live, previous, candidate] = await Promise.all([
      this.#readRunnable(remote, file.live[remote], source, file),
      this.#readRunnable(remote, previousRelease(file, remote), source, file),
      this.#readRunnable(remote, canary?.version, source, file),
    ]);
    // A release that cannot run here only affects its own remote, which falls back to the previous one.
    const shown = live ?? previous;
    const place = shown?.release ?? (await this.#readPlace(remote, file.live[remote], source)) ?? this.expected[remote];
    // A remote of this repository that was never released is for whom it says.
    const audience = file.live[remote] === undefined && place ? getAudience(place) : findGrant(file, remote);
    return {
      audience,
      live: shown,
      liveSince: live && findPromotionTime(file, remote),
      previous: live ? previous : undefined,
      canary: canary && candidate ? { ...candidate, weight: canary.weight } : undefined,
      place: place && getAudience(place) === audience ? place : undefined,
    };
  }

  /** Returns the mounts of a release that cannot be shown here. */
  async #readPlace(
    remote: RemoteId,
    version: string | undefined,
    { registry }: Source,
  ): Promise<RemotePlace | undefined> {
    if (version === undefined) return undefined;
    try {
      return await registry.readRelease(remote, version);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      return undefined;
    }
  }

  async #readRunnable(
    remote: RemoteId,
    version: string | undefined,
    source: Source,
    file: CompositionFile,
  ): Promise<LocalRelease | undefined> {
    if (version === undefined) return undefined;
    try {
      return await this.findRelease(remote, version, source, file);
    } catch (error) {
      // A storage failure says nothing about the release; keep the current state and retry.
      if (!(error instanceof RegistryError)) throw error;
      this.warn(String(error));
      return undefined;
    }
  }

  async #read(remote: RemoteId, version: string, { registry, local }: Source): Promise<LocalRelease> {
    const [release, directory] = await Promise.all([
      registry.readRelease(remote, version),
      local.getNodeDirectory(remote, version),
    ]);
    return {
      release,
      urlBase: `/remotes/${remote}/`,
      nodeEntry: path.join(directory, release.node.entry),
      styles: await local.readStyles(remote, release),
    };
  }
}
