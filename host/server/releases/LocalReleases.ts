import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { FileStorage, hashOf, type Registry, RegistryError } from '@shop/federation/registry';
import type { RemoteId } from '@shop/federation/remotes';

/** As many files are fetched at once. */
const FETCHERS = 8;

/** Undefined where there is no such file. */
const hashOfFile = async (file: string): Promise<string | undefined> => {
  try {
    return hashOf(await fs.readFile(file));
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Released files on this machine's disk: those of a registry in a directory lie there already, others are fetched and checked once. */
export class LocalReleases {
  readonly #directories = new Map<string, Promise<string>>();

  constructor(
    private readonly registry: Registry,
    private readonly cacheDirectory: string,
  ) {}

  /** The directory with the release's `web` and `node`. @throws {RegistryError} where there is no such release, or it is not as published. */
  directoryOf(remote: RemoteId, version: string): Promise<string> {
    const { storage } = this.registry;
    const key = `${remote}/${version}`;
    const present = this.#directories.get(key);
    if (present) return present;
    const directory = storage instanceof FileStorage ? this.registry.release(remote, version).then(() => storage.pathOf(key)) : this.#fetch(remote, version);
    this.#directories.set(key, directory);
    directory.catch(() => this.#directories.delete(key));
    return directory;
  }

  /**
   * The directory of a release whose files are still what was published: looked at each time, for a server runs what it finds there.
   * @throws {RegistryError} `refused` where one is not.
   */
  async intactDirectoryOf(remote: RemoteId, version: string): Promise<string> {
    const [{ files }, directory] = await Promise.all([this.registry.release(remote, version), this.directoryOf(remote, version)]);
    const hashes = await Promise.all(Object.keys(files).map(async (name) => [name, await hashOfFile(path.join(directory, name))] as const));
    const altered = hashes.find(([name, hash]) => hash !== files[name]);
    if (altered) throw new RegistryError('refused', `${altered[0]} of ${remote} ${version} is not as it was published`);
    return directory;
  }

  async #fetch(remote: RemoteId, version: string): Promise<string> {
    const release = await this.registry.release(remote, version);
    const directory = path.join(this.cacheDirectory, remote, version);
    if (await fs.access(directory).then(() => true, () => false)) return directory; // it was put there whole
    const partial = path.join(this.cacheDirectory, `.${crypto.randomUUID()}`);
    for (const target of ['web', 'node']) await fs.mkdir(path.join(partial, target), { recursive: true });
    const waiting = Object.entries(release.files);
    try {
      await Promise.all(
        Array.from({ length: FETCHERS }, async () => {
          for (let next = waiting.pop(); next; next = waiting.pop()) {
            const [name, hash] = next;
            const stored = await this.registry.storage.read(`${remote}/${version}/${name}`);
            if (!stored || hashOf(stored.body) !== hash) throw new RegistryError('refused', `${name} of ${remote} ${version} is not as it was published`);
            await fs.writeFile(path.join(partial, name), stored.body);
          }
        }),
      );
      await fs.mkdir(path.dirname(directory), { recursive: true });
      await fs.rename(partial, directory).catch(async (error: unknown) => {
        // Another process of this machine was first: the same files.
        if (!(await fs.access(directory).then(() => true, () => false))) throw error;
      });
      return directory;
    } finally {
      await fs.rm(partial, { recursive: true, force: true });
    }
  }
}
