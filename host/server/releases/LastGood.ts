import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { hashContent, Registry, type CompositionFile, type Release } from '@shop/registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { isRemoteId } from '@shop/runtime/remotes';
import { LocalReleases } from './LocalReleases';

/** Copies of registries that no host has used for this long are deleted. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

/** A release that visitors may get, and the directory with its verified files. */
interface VerifiedRelease {
  readonly release: Release;
  readonly directory: string;
}

/**
 * A verified copy of the composition and of the releases that this server shows, in its release cache. It stands in for
 * a registry that is lost, also after a restart.
 */
export class LastGood {
  readonly registry: Registry;
  readonly local: LocalReleases;
  readonly #storage: FileStorage;
  readonly #parent: string;

  /** `name` is that of the registry's storage: hosts of several registries may share a cache. */
  constructor(cacheDirectory: string, name: string) {
    this.#parent = path.join(cacheDirectory, 'last-good');
    const key = crypto.createHash('sha256').update(name).digest('hex').slice(0, 16);
    this.#storage = new FileStorage(path.join(this.#parent, key));
    this.registry = new Registry(this.#storage);
    this.local = new LocalReleases(this.registry, cacheDirectory);
  }

  /** Replaces the copy. The composition is written last, when everything it names is there. */
  async replace(file: CompositionFile, shown: readonly VerifiedRelease[]): Promise<void> {
    for (const one of shown) await this.#copy(one);
    await this.#storage.write('composition', JSON.stringify(file));
    const kept = new Set(shown.map(({ release }) => `${release.remote}/${release.version}/`));
    for (const remote of (await this.#storage.listNames('')).filter(isRemoteId))
      for (const version of await this.#storage.listNames(`${remote}/`))
        if (!kept.has(`${remote}/${version}/`)) await this.#storage.removeAll(`${remote}/${version}/`);
    await this.#deleteUnused();
  }

  /** `release.json` is written last, so that a copy that has it is complete. */
  async #copy({ release, directory }: VerifiedRelease): Promise<void> {
    const prefix = `${release.remote}/${release.version}/`;
    if ((await this.#storage.readTag(`${prefix}release.json`)) !== undefined) return;
    for (const [name, hash] of Object.entries(release.files)) {
      const content = await fs.readFile(path.join(directory, name));
      if (hashContent(content) !== hash) throw new Error(`${name} of ${prefix} has changed since it was published`);
      await this.#storage.write(`${prefix}${name}`, content);
    }
    await this.#storage.write(`${prefix}release.json`, JSON.stringify(release));
  }

  async #deleteUnused(): Promise<void> {
    const now = new Date();
    await fs.utimes(this.#storage.directory, now, now);
    for (const name of await fs.readdir(this.#parent)) {
      const directory = path.join(this.#parent, name);
      const { mtimeMs } = await fs.stat(directory);
      if (now.getTime() - mtimeMs > MAX_AGE_MS) await fs.rm(directory, { recursive: true, force: true });
    }
  }
}
