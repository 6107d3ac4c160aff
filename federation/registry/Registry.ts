import crypto from 'node:crypto';
import { Check } from '@sinclair/typebox/value';
import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { CompositionFile, EMPTY_COMPOSITION } from './compositionFile';
import { runInProcesses, type Trial } from './description/Trial';
import { RegistryError } from './RegistryError';
import { HostDescription, isVersion, Release } from './release';
import { changeDocument, readDocument, type DocumentKind } from './storage/documents';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';

const COMPOSITION: DocumentKind<typeof CompositionFile> = {
  key: 'composition',
  title: 'The composition',
  schema: CompositionFile,
  empty: EMPTY_COMPOSITION,
};
/** Written when the registry is made. Registries from before have a composition only. */
const MARK = 'registry.json';
/** Tag of a registry that has never had a live release. */
export const NO_COMPOSITION = 'none';
/** How often a host announces itself (announceHost). Hosts that are silent for three intervals count as stopped. */
export const HOST_ANNOUNCE_INTERVAL_MS = 60_000;

export const buildReleasePrefix = (remote: RemoteId, version: string): string => {
  if (!isRemoteId(remote) || !isVersion(version))
    throw new RegistryError('unknown', `There is no release ${remote}@${version}: "list ${remote}" shows all`);
  return `${remote}/${version}/`;
};

export interface RegistrySettings {
  readonly trial?: Trial;
  readonly requiresBrowser?: boolean;
}

/**
 * Stores releases (`<remote>/<version>/{web,node,release.json}`), which are immutable, and the composition, the only
 * mutable object. The composition is always replaced as a whole, by compare and swap.
 */
export class Registry {
  readonly #releases = new Map<string, Release>();
  /** Serializes the changes of this process, so only other processes can cause conflicts. */
  #pendingChange: Promise<unknown> = Promise.resolve();
  /**
   * Last composition read. It is requested far more often than it changes, and validating a long history takes time.
   */
  #lastRead: { readonly value: CompositionFile; readonly tag: string | null } | undefined;

  /** Runs the code of a release before it is accepted. */
  readonly trial: Trial;
  /** Refuses releases whose pages no browser has opened. */
  readonly requiresBrowser: boolean;

  constructor(
    readonly storage: ObjectStorage,
    { trial = runInProcesses, requiresBrowser = false }: RegistrySettings = {},
  ) {
    this.trial = trial;
    this.requiresBrowser = requiresBrowser;
  }

  /** Makes an empty registry. Returns false if there is one. */
  async create(now: Date): Promise<boolean> {
    if (await this.exists()) return false;
    return this.storage.create(MARK, JSON.stringify({ createdAt: now.toISOString() }));
  }

  /** False if nobody has made a registry in this storage, or it is lost. */
  async exists(): Promise<boolean> {
    return ((await this.storage.readTag(MARK)) ?? (await this.storage.readTag(COMPOSITION.key))) !== undefined;
  }

  /** @throws {RegistryError} `unknown` if there is no registry: a change would make one that lacks everything. */
  async requireExistence(): Promise<void> {
    if (!(await this.exists()))
      throw new RegistryError(
        'unknown',
        `There is no registry in ${this.storage.name}. If it was there, bring it back; to make a new one: npm run remote -- init`,
      );
  }

  async readComposition(): Promise<CompositionFile> {
    this.#lastRead = await readDocument(this.storage, COMPOSITION, this.#lastRead);
    return this.#lastRead.value;
  }

  /** Reads the composition anew next time, because a registry made anew may repeat the tags of the one before. */
  forgetComposition(): void {
    this.#lastRead = undefined;
  }

  /** Tag of the composition; changes whenever the composition does. */
  async readCompositionTag(): Promise<string> {
    return (await this.storage.readTag(COMPOSITION.key)) ?? NO_COMPOSITION;
  }

  /**
   * Changes the composition. `update` may be called several times, each time with the newest composition. Returning the
   * same object leaves it unchanged.
   */
  change(update: (file: CompositionFile) => CompositionFile | Promise<CompositionFile>): Promise<CompositionFile> {
    const changed = this.#pendingChange.then(() => changeDocument(this.storage, COMPOSITION, update));
    this.#pendingChange = changed.catch(() => undefined);
    return changed;
  }

  /** @throws {RegistryError} `unknown`. */
  async readRelease(remote: RemoteId, version: string): Promise<Release> {
    const prefix = buildReleasePrefix(remote, version);
    const known = this.#releases.get(prefix);
    if (known) return known;
    const stored = await this.storage.read(`${prefix}release.json`);
    if (!stored)
      throw new RegistryError('unknown', `There is no release ${remote}@${version}: "list ${remote}" shows all`);
    const parsed: unknown = JSON.parse(stored.body.toString('utf8'));
    if (!Check(Release, parsed))
      throw new RegistryError(
        'refused',
        `${remote}@${version} was released by tools this registry does not understand; publish it again`,
      );
    this.#releases.set(prefix, parsed);
    return parsed;
  }

  /** Drops a release from the cache, after `gc` has removed it. */
  evictRelease(remote: RemoteId, version: string): void {
    this.#releases.delete(buildReleasePrefix(remote, version));
  }

  async listRemotes(): Promise<RemoteId[]> {
    return (await this.storage.listNames('')).filter(isRemoteId);
  }

  /** Lists all complete releases of a remote, newest first. */
  async listReleases(remote: RemoteId): Promise<Release[]> {
    const versions = await this.storage.listNames(`${remote}/`);
    const found = await Promise.all(
      versions.map((version) =>
        this.readRelease(remote, version).catch((error: unknown) => {
          if (error instanceof RegistryError) return undefined; // partially published, or published by older tools
          throw error;
        }),
      ),
    );
    return found.filter((release) => release !== undefined).sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  }

  /** Records what a host provides. Each host calls this with its own id every HOST_ANNOUNCE_INTERVAL_MS. */
  async announceHost(id: string, description: Omit<HostDescription, 'seenAt'>, now: Date): Promise<void> {
    await this.storage.write(`hosts/${id}/host.json`, JSON.stringify({ ...description, seenAt: now.toISOString() }));
  }

  /** Announces a host and removes all others. */
  async replaceHosts(id: string, description: Omit<HostDescription, 'seenAt'>, now: Date): Promise<void> {
    for (const other of await this.storage.listNames('hosts/')) await this.removeHost(other);
    await this.announceHost(id, description, now);
  }

  async removeHost(id: string): Promise<void> {
    await this.storage.removeAll(`hosts/${id}/`);
  }

  /**
   * Lists the running hosts. If none is running, returns the last one seen, since the next host will likely resemble
   * it.
   */
  async listHosts(now: Date): Promise<HostDescription[]> {
    const stored = await Promise.all((await this.storage.list('hosts/')).map((key) => this.storage.read(key)));
    const known = stored
      .map((object): unknown => object && JSON.parse(object.body.toString('utf8')))
      .filter((host) => Check(HostDescription, host))
      .sort((a, b) => b.seenAt.localeCompare(a.seenAt));
    const running = known.filter(
      ({ seenAt }) => now.getTime() - new Date(seenAt).getTime() < HOST_ANNOUNCE_INTERVAL_MS * 3,
    );
    return running.length > 0 ? running : known.slice(0, 1);
  }

  /**
   * Writes how often each route was called without a valid token in one hour. Replaces what this process wrote for that
   * hour before.
   */
  async auditRefusedCalls(process: string, hour: Date, calls: Readonly<Record<string, number>>): Promise<void> {
    const at = hour.toISOString();
    await this.storage.write(
      `audit/${at.replaceAll(':', '-')}-refused-${process}.json`,
      JSON.stringify({ at, by: 'nobody', action: 'calls', outcome: 'unauthorized', details: { calls } }),
    );
  }

  /** Writes an audit entry: who did what, and the outcome. Never contains a token. */
  async audit(entry: {
    readonly at: Date;
    readonly by: string;
    readonly action: string;
    readonly outcome: string;
    readonly details?: unknown;
  }): Promise<void> {
    const at = entry.at.toISOString();
    await this.storage.write(
      `audit/${at.replaceAll(':', '-')}-${crypto.randomUUID().slice(0, 8)}.json`,
      JSON.stringify({ ...entry, at }),
    );
  }
}
