import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listAddressedFiles, hashContent, type Registry, RegistryError, type Release } from '@shop/registry';
import { getAudience, type Audience, type RemoteId } from '@shop/runtime/remotes';
import type { LocalReleases } from './LocalReleases';

/** Minimum time between reads of the registry for unknown files, however many are requested. */
const MIN_READ_INTERVAL_MS = 250;
const COMPRESSED = ['.br', '.gz'];

/** Coalesces calls: those that arrive before a run starts share it. Runs are sequential, with a pause in between. */
const coalesce = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  let pause = 0;
  return () => {
    next ??= Promise.all([running, sleep(pause)]).then(() => {
      next = undefined;
      pause = MIN_READ_INTERVAL_MS;
      const run = work();
      running = run.catch(() => undefined);
      return run;
    });
    return next;
  };
};

interface FileLocation {
  readonly audience: Audience;
  readonly version: string;
  readonly files: Release['files'];
}

/** Finds files by content-hashed names, which are the same in every release that has them (decision 0035). */
export class ContentAddresses {
  /** Releases that contain a file, newest first, by remote and file name. */
  readonly #locations = new Map<RemoteId, ReadonlyMap<string, readonly FileLocation[]>>();
  readonly #readers = new Map<RemoteId, () => Promise<void>>();
  readonly #readRemotes: () => Promise<void>;
  /** Results of the last hash check by file. */
  readonly #integrity = new Map<string, { readonly stamp: string; readonly isIntact: Promise<boolean> }>();

  constructor(
    private readonly registry: Registry,
    private readonly local: LocalReleases,
  ) {
    this.#readRemotes = coalesce(async () => {
      for (const remote of await this.registry.listRemotes())
        if (!this.#readers.has(remote))
          this.#readers.set(
            remote,
            coalesce(() => this.#read(remote)),
          );
    });
  }

  /** Returns the directory that contains the file as published, or undefined if no release for the audience has it. */
  async findDirectory(remote: RemoteId, file: string, audience: Audience): Promise<string | undefined> {
    const found = await this.#find(remote, file, audience);
    if (found !== undefined) return found;
    // The file may have been published or deleted since the last read.
    if (!this.#readers.has(remote)) await this.#readRemotes();
    await this.#readers.get(remote)?.();
    return this.#find(remote, file, audience);
  }

  async #read(remote: RemoteId): Promise<void> {
    const files = new Map<string, FileLocation[]>();
    for (const release of await this.registry.listReleases(remote)) {
      for (const { name } of listAddressedFiles(release))
        files.set(name, [
          ...(files.get(name) ?? []),
          { audience: getAudience(release), version: release.version, files: release.files },
        ]);
    }
    this.#locations.set(remote, files);
  }

  async #find(remote: RemoteId, file: string, audience: Audience): Promise<string | undefined> {
    for (const { audience: only, version, files } of this.#locations.get(remote)?.get(file) ?? []) {
      if (only !== audience) continue;
      const directory = await this.local.getDirectory(remote, version).catch((error: unknown) => {
        if (error instanceof RegistryError) return undefined;
        throw error;
      });
      if (directory !== undefined && (await this.#isIntact(directory, file, files))) return path.join(directory, 'web');
    }
    return undefined;
  }

  /**
   * Checks hashes again when a file changed on the disk, so that a damaged release does not affect others that share
   * its files.
   */
  async #isIntact(directory: string, file: string, hashes: Release['files']): Promise<boolean> {
    const copies = [
      file,
      ...COMPRESSED.map((extension) => `${file}${extension}`).filter((copy) => `web/${copy}` in hashes),
    ];
    const intact = await Promise.all(
      copies.map((copy) =>
        this.#isAsPublished(path.join(directory, 'web', copy), hashes[`web/${copy}`], copy !== file),
      ),
    );
    return intact.every(Boolean);
  }

  async #isAsPublished(file: string, hash: string | undefined, mayBeMissing: boolean): Promise<boolean> {
    const stat = await fs.stat(file).catch((error: unknown) => {
      if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!stat) return mayBeMissing;
    const stamp = `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
    const known = this.#integrity.get(file);
    if (known?.stamp === stamp) return known.isIntact;
    const isIntact = fs.readFile(file).then((content) => hashContent(content) === hash);
    this.#integrity.set(file, { stamp, isIntact });
    isIntact.catch(() => this.#integrity.delete(file));
    return isIntact;
  }
}
