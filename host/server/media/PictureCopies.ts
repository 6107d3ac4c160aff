import fs from 'node:fs/promises';
import path from 'node:path';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';

/** Reads of the bucket at once. */
const MAX_READS = 20;
/** Pictures that wait for their turn. */
const MAX_WAITING = 500;
/** A visitor waits this long for the bucket; the read goes on. */
const MAX_WAIT_MS = 2_000;
const MISSING_FOR_MS = 60_000;
const MAX_MISSING = 10_000;

/**
 * Names contain the hash of the picture, such as `jewellery/ring-halo-1.4861fd1d-640.webp`. What staff uploaded is
 * beside them, as it came, and has no such name: nobody gets it.
 */
const NAME = /^(?:[a-z0-9-]{1,60}\/){0,4}[\w-]{1,100}\.[0-9a-f]{8}-\d{1,4}\.(?:avif|webp|jpg)$/;

export const isPictureName = (name: string): boolean => NAME.test(name);

/** The bucket did not answer in time, too many pictures are asked for, or the disk takes none. */
export class PicturesUnavailableError extends Error {
  override name = 'PicturesUnavailableError';
}

const isFile = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );

/**
 * Finds pictures in a directory, which may be read-only, or else in copies of a bucket, which are made when they are
 * first asked for. A copy never goes stale.
 */
export class PictureCopies {
  readonly #copies: FileStorage;
  readonly #reads = new Map<string, Promise<boolean>>();
  #running = 0;
  readonly #turns: (() => void)[] = [];
  /** Names that the bucket does not have, and when to ask again, in `performance.now()` milliseconds. */
  readonly #missing = new Map<string, number>();

  constructor(
    private readonly bucket: Pick<ObjectStorage, 'read'>,
    private readonly directory: string,
    copies: string,
  ) {
    this.#copies = new FileStorage(copies);
  }

  /**
   * Returns the directory that has a picture of this name; undefined if there is none.
   * @throws {PicturesUnavailableError}
   */
  async findDirectory(name: string): Promise<string | undefined> {
    if (!isPictureName(name)) return undefined;
    for (const directory of [this.directory, this.#copies.directory])
      if (await isFile(path.join(directory, name))) return directory;
    if ((this.#missing.get(name) ?? 0) > performance.now()) return undefined;
    let read = this.#reads.get(name);
    if (!read) {
      if (this.#reads.size >= MAX_READS + MAX_WAITING) throw new PicturesUnavailableError('Too many pictures are read');
      read = this.#copyInTurn(name).finally(() => this.#reads.delete(name));
      this.#reads.set(name, read);
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new PicturesUnavailableError('The bucket did not answer')), MAX_WAIT_MS);
    });
    const isFound = await Promise.race([read, late]).finally(() => clearTimeout(timer));
    return isFound ? this.#copies.directory : undefined;
  }

  /** Names that are not there are answered fast; they make others wait for their turn, but do not turn them away. */
  async #copyInTurn(name: string): Promise<boolean> {
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    if (this.#running < MAX_READS) this.#running += 1;
    else await new Promise<void>((resolve) => this.#turns.push(resolve));
    try {
      if (performance.now() > giveUpAt) throw new PicturesUnavailableError('Nobody waits for the picture any more');
      return await this.#copy(name);
    } finally {
      const next = this.#turns.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #copy(name: string): Promise<boolean> {
    const found = await this.bucket.read(name).catch((error: unknown) => {
      throw new PicturesUnavailableError('The bucket did not answer', { cause: error });
    });
    if (!found?.body.length) {
      if (this.#missing.size >= MAX_MISSING) this.#missing.clear();
      this.#missing.set(name, performance.now() + MISSING_FOR_MS);
      return false;
    }
    await this.#copies.create(name, found.body).catch((error: unknown) => {
      throw new PicturesUnavailableError('The copy cannot be written', { cause: error });
    });
    return true;
  }
}
