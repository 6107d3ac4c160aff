import crypto from 'node:crypto';
import { mkdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { hashContent, type Registry, RegistryError, type Release } from '@shop/registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import type { RemoteId } from '@shop/runtime/remotes';
import { toInlineStyle, type InlineStyle } from '../inlineStyles';
import { installDirectory } from './installDirectory';

const MAX_CONCURRENT_FETCHES = 8;
const NODE_PREFIX = 'node/';
const WEB_PREFIX = 'web/';
/** Unused copies stay this long, because another host on this machine may use other releases. */
const COPY_MAX_AGE_MS = 24 * 3_600_000;

/** Returns undefined if the file does not exist. */
const hashFile = async (file: string): Promise<string | undefined> => {
  try {
    return hashContent(await fs.readFile(file));
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** @throws {RegistryError} `refused` if the content is missing or was modified. */
const requireHash = (body: Buffer | undefined, hash: string, name: string): Buffer => {
  if (body && hashContent(body) === hash) return body;
  throw new RegistryError('refused', `${name} has changed since it was published`);
};

/** Returns the directory for node builds that renderers may read, creating it if necessary. */
export const ensureNodeBuildDirectory = (cacheDirectory: string): string => {
  const directory = path.join(cacheDirectory, 'node');
  mkdirSync(directory, { recursive: true });
  return directory;
};

/**
 * Released files on this machine's disk. A directory registry is used in place; other releases are fetched and verified
 * once.
 */
export class LocalReleases {
  readonly #directories = new Map<string, Promise<string>>();

  constructor(
    private readonly registry: Registry,
    private readonly cacheDirectory: string,
  ) {}

  /**
   * Returns the directory with the release's `web` and `node` files.
   * @throws {RegistryError} if the release does not exist or was modified.
   */
  getDirectory(remote: RemoteId, version: string): Promise<string> {
    const { storage } = this.registry;
    const key = `${remote}/${version}`;
    const pending = this.#directories.get(key);
    if (pending) return pending;
    const directory =
      storage instanceof FileStorage
        ? this.registry.readRelease(remote, version).then(() => storage.resolvePath(key))
        : this.#fetch(remote, version);
    this.#directories.set(key, directory);
    directory.catch(() => this.#directories.delete(key));
    return directory;
  }

  /**
   * Returns the directory after verifying all files. They are verified each time, because the server executes them.
   * @throws {RegistryError} `refused` if a file was modified.
   */
  async #getVerifiedDirectory(remote: RemoteId, version: string): Promise<string> {
    const [{ files }, directory] = await Promise.all([
      this.registry.readRelease(remote, version),
      this.getDirectory(remote, version),
    ]);
    const hashes = await Promise.all(
      Object.keys(files).map(async (name) => [name, await hashFile(path.join(directory, name))] as const),
    );
    const altered = hashes.find(([name, hash]) => hash !== files[name]);
    if (altered)
      throw new RegistryError('refused', `${altered[0]} of ${remote} ${version} has changed since it was published`);
    return directory;
  }

  /**
   * Returns a copy of the release's node build for renderers, which cannot access the registry. The path is `<content
   * hash>/<remote>/<version>/node`, because builds read their own name from it (pictureLoader in federation/build). All
   * files of the release are verified each time.
   * @throws {RegistryError} `refused` if a file was modified.
   */
  async getNodeDirectory(remote: RemoteId, version: string): Promise<string> {
    const [{ files }, source] = await Promise.all([
      this.registry.readRelease(remote, version),
      this.#getVerifiedDirectory(remote, version),
    ]);
    const hashes = Object.entries(files).flatMap(([name, hash]) =>
      name.startsWith(NODE_PREFIX) ? [[name.slice(NODE_PREFIX.length), hash] as const] : [],
    );
    const content = crypto.createHash('sha256').update(JSON.stringify(hashes.sort())).digest('hex').slice(0, 32);
    const directory = path.join(ensureNodeBuildDirectory(this.cacheDirectory), content, remote, version, 'node');
    const isComplete = async (): Promise<boolean> =>
      (
        await Promise.all(hashes.map(async ([name, hash]) => (await hashFile(path.join(directory, name))) === hash))
      ).every(Boolean);
    const fill = async (unfinished: string): Promise<boolean> => {
      for (const [name, hash] of hashes) {
        const body = await fs.readFile(path.join(source, NODE_PREFIX, name));
        await fs.writeFile(
          path.join(unfinished, name),
          requireHash(body, hash, `${NODE_PREFIX}${name} of ${remote} ${version}`),
        );
      }
      return true;
    };
    await installDirectory(directory, { cacheDirectory: this.cacheDirectory, fill, isComplete });
    return directory;
  }

  /**
   * Reads the release's stylesheets.
   * @throws {RegistryError} `refused` if one was modified.
   */
  async readStyles(
    remote: RemoteId,
    { version, files, web }: Release,
  ): Promise<ReadonlyMap<string, InlineStyle | undefined>> {
    const directory = await this.getDirectory(remote, version);
    const names = [...web.styles, ...Object.values(web.chunks).flatMap(({ styles }) => styles)];
    return new Map(
      await Promise.all(
        [...new Set(names)].map(async (name) => {
          const file = `${WEB_PREFIX}${name}`;
          const hash = files[file];
          if (hash === undefined) return [name, undefined] as const;
          const body = await fs.readFile(path.join(directory, file));
          const css = requireHash(body, hash, `${file} of ${remote} ${version}`).toString('utf8');
          return [name, toInlineStyle(css)] as const;
        }),
      ),
    );
  }

  /** Deletes copies for renderers that are older than a day and not in `used` (entry paths). */
  async deleteStaleCopies(used: readonly string[], now: Date): Promise<void> {
    const directory = ensureNodeBuildDirectory(this.cacheDirectory);
    const kept = new Set(used.map((entry) => path.relative(directory, entry).split(path.sep)[0]));
    for (const name of await fs.readdir(directory)) {
      const copy = path.join(directory, name);
      const made = await fs.stat(copy).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      ); // another host may have deleted it
      if (!kept.has(name) && made !== undefined && now.getTime() - made > COPY_MAX_AGE_MS)
        await fs.rm(copy, { recursive: true, force: true });
    }
  }

  async #fetch(remote: RemoteId, version: string): Promise<string> {
    const release = await this.registry.readRelease(remote, version);
    const directory = path.join(this.cacheDirectory, remote, version);
    const fill = async (unfinished: string): Promise<boolean> => {
      for (const target of ['web', 'node']) await fs.mkdir(path.join(unfinished, target));
      const waiting = Object.entries(release.files);
      const fetchRest = async (): Promise<void> => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const [name, hash] = next;
          const stored = await this.registry.storage.read(`${remote}/${version}/${name}`);
          const body = requireHash(stored?.body, hash, `${name} of ${remote} ${version}`);
          await fs.writeFile(path.join(unfinished, name), body);
        }
      };
      await Promise.all(Array.from({ length: MAX_CONCURRENT_FETCHES }, fetchRest));
      return true;
    };
    await installDirectory(directory, { cacheDirectory: this.cacheDirectory, fill });
    return directory;
  }
}
