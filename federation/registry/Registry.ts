import crypto from 'node:crypto';
import { Check } from '@sinclair/typebox/value';
import { isRemoteId, type RemoteId } from '../remotes';
import { CompositionFile, EMPTY_COMPOSITION } from './compositionFile';
import { RegistryError } from './RegistryError';
import { HostDescription, isVersion, Release } from './release';
import { changeDocument, readDocument, type DocumentKind } from './storage/documents';
import type { RegistryStorage } from './storage/RegistryStorage';

const COMPOSITION: DocumentKind<typeof CompositionFile> = {
  key: 'composition',
  title: 'The composition',
  schema: CompositionFile,
  empty: EMPTY_COMPOSITION,
};
/** The tag of a registry in which nothing was ever live. */
export const NO_COMPOSITION = 'none';
/** A host says so this often (announceHost); what has been silent for three times that is gone. */
export const HOST_ANNOUNCE_INTERVAL_MS = 60_000;

export const buildReleasePrefix = (remote: RemoteId, version: string): string => {
  if (!isRemoteId(remote) || !isVersion(version))
    throw new RegistryError('unknown', `There is no release ${remote}@${version}`);
  return `${remote}/${version}/`;
};

/**
 * Releases, `<remote>/<version>/{web,node,release.json}`, which never change, and the composition, which is the only
 * thing that does: replaced whole, and only by who has seen its last state.
 */
export class Registry {
  readonly #releases = new Map<string, Release>();
  /** Changes of this process, one after another: only other processes are raced. */
  #pendingChange: Promise<unknown> = Promise.resolve();
  /**
   * The composition that was read last: it is asked for far more often than it changes, and checking a long history
   * takes time.
   */
  #lastRead: { readonly value: CompositionFile; readonly tag: string | null } | undefined;

  constructor(readonly storage: RegistryStorage) {}

  async composition(): Promise<CompositionFile> {
    this.#lastRead = await readDocument(this.storage, COMPOSITION, this.#lastRead);
    return this.#lastRead.value;
  }

  /** Changes whenever the composition does. */
  async compositionTag(): Promise<string> {
    return (await this.storage.readTag(COMPOSITION.key)) ?? NO_COMPOSITION;
  }

  /**
   * Changes the composition. `update` may be asked several times, each time with the newest; the same file back changes
   * nothing.
   */
  change(update: (file: CompositionFile) => CompositionFile | Promise<CompositionFile>): Promise<CompositionFile> {
    const changed = this.#pendingChange.then(() => changeDocument(this.storage, COMPOSITION, update));
    this.#pendingChange = changed.catch(() => undefined);
    return changed;
  }

  /** @throws {RegistryError} `unknown`. */
  async release(remote: RemoteId, version: string): Promise<Release> {
    const prefix = buildReleasePrefix(remote, version);
    const known = this.#releases.get(prefix);
    if (known) return known;
    const stored = await this.storage.read(`${prefix}release.json`);
    if (!stored) throw new RegistryError('unknown', `There is no release ${remote}@${version}`);
    const parsed: unknown = JSON.parse(stored.body.toString('utf8'));
    if (!Check(Release, parsed))
      throw new RegistryError(
        'invalid',
        `${remote}@${version} was released by tools this registry does not understand; publish it again`,
      );
    this.#releases.set(prefix, parsed);
    return parsed;
  }

  /** No longer there: `gc` took it away. */
  evictRelease(remote: RemoteId, version: string): void {
    this.#releases.delete(buildReleasePrefix(remote, version));
  }

  async remotes(): Promise<RemoteId[]> {
    return (await this.storage.listNames('')).filter(isRemoteId);
  }

  /** All whole releases of a remote, the newest first. */
  async releases(remote: RemoteId): Promise<Release[]> {
    const versions = await this.storage.listNames(`${remote}/`);
    const found = await Promise.all(
      versions.map((version) =>
        this.release(remote, version).catch((error: unknown) => {
          if (error instanceof RegistryError) return undefined; // half published, or of tools from before
          throw error;
        }),
      ),
    );
    return found.filter((release) => release !== undefined).sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  }

  /** A host says what it provides, under an id of its own, every HOST_ANNOUNCED_EVERY_MS. */
  async announceHost(id: string, description: Omit<HostDescription, 'seenAt'>, now: Date): Promise<void> {
    await this.storage.write(`hosts/${id}/host.json`, JSON.stringify({ ...description, seenAt: now.toISOString() }));
  }

  /** The only host from now on: what the others said is forgotten. */
  async replaceHosts(id: string, description: Omit<HostDescription, 'seenAt'>, now: Date): Promise<void> {
    for (const other of await this.storage.listNames('hosts/')) await this.removeHost(other);
    await this.announceHost(id, description, now);
  }

  async removeHost(id: string): Promise<void> {
    await this.storage.removeAll(`hosts/${id}/`);
  }

  /** The hosts that run now; where none does, the one that ran last: the next one is likely to be like it. */
  async hosts(now: Date): Promise<HostDescription[]> {
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
   * Writes how often nobody in particular tried what in an hour, in place of what this process wrote of that hour
   * before.
   */
  async auditRefusedCalls(process: string, hour: Date, calls: Readonly<Record<string, number>>): Promise<void> {
    const at = hour.toISOString();
    await this.storage.write(
      `audit/${at.replaceAll(':', '-')}-refused-${process}.json`,
      JSON.stringify({ at, by: 'nobody', action: 'calls', outcome: 'unauthorized', details: { calls } }),
    );
  }

  /** Writes down who tried what, and what came of it; never a token. */
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
