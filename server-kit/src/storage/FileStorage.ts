import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { requireKey, type ObjectStorage, type StoredObject } from './ObjectStorage';

/**
 * How long old states of a swapped object stay on disk, so that a reader that has just listed one can open it and no
 * number is reused. A longer time would let a token with frequent changes fill the disk.
 */
const STATE_RETENTION_MS = 60_000;
const STATE_NAME = /^\d{10}$/;
/** The registry has the key that signs links and sessions. */
const OWNER_ONLY = 0o700;
/** Folder for files being written. Keys never start with a dot. */
const UNFINISHED_FOLDER = '.unfinished';

const getErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(getErrorCode(error)));

/** The registry's directory is missing: the disk is not mounted, or the folder was moved. */
class RegistryMissingError extends Error {
  readonly code = 'EREGISTRYGONE';
}

const undefinedIfAbsent = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

const computeTag = (body: Buffer | string): string =>
  crypto.createHash('sha256').update(body).digest('hex').slice(0, 24);

/**
 * Stores a registry in a directory, one file per object. An object that is swapped is a directory of numbered states.
 * The next number is claimed with a hard link, which only one writer can create, so there is no lock that a killed
 * process could leave behind.
 */
export class FileStorage implements ObjectStorage {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  readonly #createIfMissing: boolean;

  /**
   * `createIfMissing`: whether the first write creates the directory. A server's directory must exist already; a
   * missing one is a misconfiguration.
   */
  constructor(directory: string, { createIfMissing = true }: { readonly createIfMissing?: boolean } = {}) {
    this.directory = path.resolve(directory);
    this.name = directory;
    this.#createIfMissing = createIfMissing;
  }

  /**
   * Creates a folder inside the registry's directory, but not that directory itself, which may have been moved away
   * just now.
   */
  async #createFolder(folder: string): Promise<void> {
    if (folder === this.directory) return;
    try {
      await fs.mkdir(folder);
    } catch (error) {
      if (getErrorCode(error) === 'EEXIST') return;
      if (getErrorCode(error) !== 'ENOENT') throw error;
      const parent = path.dirname(folder);
      if (parent !== this.directory) await this.#createFolder(parent);
      else if (this.#createIfMissing) await fs.mkdir(parent, { recursive: true, mode: OWNER_ONLY });
      else throw new RegistryMissingError(`The registry directory ${this.directory} does not exist`);
      await this.#createFolder(folder);
    }
  }

  /** Returns the path of an object on disk. */
  resolvePath(key: string): string {
    return path.join(this.directory, requireKey(key));
  }

  async #findNewestState(key: string): Promise<string | undefined> {
    const names = await undefinedIfAbsent(fs.readdir(this.resolvePath(key)));
    return names
      ?.filter((name) => STATE_NAME.test(name))
      .sort()
      .at(-1);
  }

  async read(key: string): Promise<StoredObject | undefined> {
    const file = this.resolvePath(key);
    for (;;) {
      const stat = await undefinedIfAbsent(fs.stat(file));
      if (!stat) return undefined;
      if (!stat.isDirectory()) {
        const body = await undefinedIfAbsent(fs.readFile(file));
        return body && { body, tag: computeTag(body) };
      }
      const state = await this.#findNewestState(key);
      if (state === undefined) return undefined;
      const body = await undefinedIfAbsent(fs.readFile(path.join(file, state)));
      if (body) return { body, tag: state };
      // It was removed meanwhile, so there is a newer state.
    }
  }

  async readTag(key: string): Promise<string | undefined> {
    return (await this.#findNewestState(key)) ?? (await this.read(key))?.tag;
  }

  /** Writes the content to a temporary file that can be moved into place atomically. */
  async #prepare(key: string, body: Buffer | string): Promise<string> {
    const directory = path.join(this.directory, UNFINISHED_FOLDER);
    await this.#createFolder(directory);
    const file = path.join(directory, `${crypto.randomUUID()}-${path.basename(key)}`);
    try {
      await fs.writeFile(file, body, { flush: true });
    } catch (error) {
      await fs.rm(file, { force: true }); // do not leave a partial file on a full disk
      throw error;
    }
    return file;
  }

  async write(key: string, body: Buffer | string): Promise<void> {
    const target = this.resolvePath(key);
    const prepared = await this.#prepare(key, body);
    await this.#createFolder(path.dirname(target));
    await fs.rename(prepared, target);
  }

  /** Links a prepared file into place. Returns false if the target exists. */
  async #link(prepared: string, target: string): Promise<boolean> {
    try {
      await this.#createFolder(path.dirname(target));
      await fs.link(prepared, target);
      return true;
    } catch (error) {
      if (getErrorCode(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await fs.rm(prepared, { force: true });
    }
  }

  async create(key: string, body: Buffer | string): Promise<boolean> {
    return this.#link(await this.#prepare(key, body), this.resolvePath(key));
  }

  async swap(key: string, body: Buffer | string, tag: string | null): Promise<string | undefined> {
    const next = String(Number(tag ?? 0) + 1).padStart(10, '0');
    const directory = this.resolvePath(key);
    if (((await this.#findNewestState(key)) ?? null) !== tag) return undefined;
    if (!(await this.#link(await this.#prepare(key, body), path.join(directory, next)))) return undefined;
    await this.#removeOldStates(directory);
    return next;
  }

  async #removeOldStates(directory: string): Promise<void> {
    const older = (await fs.readdir(directory))
      .filter((name) => STATE_NAME.test(name))
      .sort()
      .slice(0, -1);
    for (const name of older) {
      const stat = await undefinedIfAbsent(fs.stat(path.join(directory, name)));
      if (!stat || Date.now() - stat.mtimeMs < STATE_RETENTION_MS) return; // sorted by age
      await fs.rm(path.join(directory, name), { force: true });
    }
  }

  async list(prefix: string): Promise<string[]> {
    const entries = (await undefinedIfAbsent(fs.readdir(this.resolvePath(prefix), { withFileTypes: true }))) ?? [];
    const nested = await Promise.all(
      entries
        .filter(({ name }) => !name.startsWith('.'))
        .map(async (entry) =>
          entry.isDirectory() ? this.list(`${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
        ),
    );
    return nested.flat().sort();
  }

  async listNames(prefix: string): Promise<string[]> {
    return ((await undefinedIfAbsent(fs.readdir(this.resolvePath(prefix)))) ?? [])
      .filter((name) => !name.startsWith('.'))
      .sort();
  }

  async removeAll(prefix: string): Promise<void> {
    if (!prefix.endsWith('/')) throw new Error(`"${prefix}" does not end with a slash`);
    const directory = this.resolvePath(prefix);
    // Moved away atomically before it is deleted, so that nobody sees a partial directory.
    const aside = path.join(this.directory, UNFINISHED_FOLDER, `${crypto.randomUUID()}-removed`);
    await this.#createFolder(path.dirname(aside));
    if ((await undefinedIfAbsent(fs.rename(directory, aside).then(() => true))) === undefined) return;
    await fs.rm(aside, { recursive: true, force: true });
  }
}
