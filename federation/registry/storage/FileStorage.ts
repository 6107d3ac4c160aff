import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { requireKey, type RegistryStorage, type StoredObject } from './RegistryStorage';

/**
 * How long states of a swapped object stay on the disk: who has just seen a name finds it, and no number is given out
 * again. Longer, and a token that changes it without end fills the disk.
 */
const STATE_RETENTION_MS = 60_000;
const STATE_NAME = /^\d{10}$/;
/** Files being written; nothing of a key begins with a dot. */
const UNFINISHED_FOLDER = '.unfinished';

const getErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(getErrorCode(error)));

/** The directory of the registry is not there: a disk that was not mounted, or a folder that was moved away. */
class RegistryMissingError extends Error {
  readonly code = 'EREGISTRYGONE';
}

/**
 * Whether nothing can be written for a reason that passes: a full disk, a used up quota, a disk that failed, is read
 * only or is not there.
 */
export const isStorageUnavailable = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EREGISTRYGONE'].includes(String(getErrorCode(error)));

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
 * A registry in a directory, one file an object. What is swapped is a directory of numbered states: the next number is
 * taken by a hard link, which the file system gives to one writer only. So there is no lock that a killed process could
 * leave behind.
 */
export class FileStorage implements RegistryStorage {
  readonly name: string;
  readonly #isMade: boolean;

  /**
   * `isMade`: where the directory is not there, it is made by the first write. A server's is there, or it is the wrong
   * one.
   */
  constructor(
    readonly directory: string,
    { isMade = true }: { readonly isMade?: boolean } = {},
  ) {
    this.name = directory;
    this.#isMade = isMade;
  }

  async #requireDirectory(): Promise<void> {
    if (!this.#isMade && !(await undefinedIfAbsent(fs.stat(this.directory))))
      throw new RegistryMissingError(`The registry ${this.directory} is not there`);
  }

  /** Where an object lies on the disk. */
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
      // It was tidied away meanwhile, so there are newer ones.
    }
  }

  async readTag(key: string): Promise<string | undefined> {
    return (await this.#findNewestState(key)) ?? (await this.read(key))?.tag;
  }

  /** The content in a file of its own, ready to be put in place by one step. */
  async #prepare(key: string, body: Buffer | string): Promise<string> {
    await this.#requireDirectory();
    const directory = path.join(this.directory, UNFINISHED_FOLDER);
    await fs.mkdir(directory, { recursive: true });
    const file = path.join(directory, `${crypto.randomUUID()}-${path.basename(key)}`);
    try {
      await fs.writeFile(file, body, { flush: true });
    } catch (error) {
      await fs.rm(file, { force: true }); // half a file would take the last room of a full disk
      throw error;
    }
    return file;
  }

  async write(key: string, body: Buffer | string): Promise<void> {
    const target = this.resolvePath(key);
    const prepared = await this.#prepare(key, body);
    await fs.mkdir(path.dirname(target), { recursive: true });
    await fs.rename(prepared, target);
  }

  /** Links a prepared file into place; false where something is there. */
  async #link(prepared: string, target: string): Promise<boolean> {
    await fs.mkdir(path.dirname(target), { recursive: true });
    try {
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
      if (!stat || Date.now() - stat.mtimeMs < STATE_RETENTION_MS) return; // they are in order of their age
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
    await this.#requireDirectory();
    // Away at once, then taken apart: nobody finds half of it.
    const aside = path.join(this.directory, UNFINISHED_FOLDER, `${crypto.randomUUID()}-removed`);
    await fs.mkdir(path.dirname(aside), { recursive: true });
    if ((await undefinedIfAbsent(fs.rename(directory, aside).then(() => true))) === undefined) return;
    await fs.rm(aside, { recursive: true, force: true });
  }
}
