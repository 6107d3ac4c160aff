import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { MAX_PICTURE_BYTES } from '@shop/contracts';
import { inspectPicture, PictureRefusal } from '../src/modules/pictures/inspectPicture';
import {
  decodePicture,
  inStorage,
  makeSizes,
  PictureStorageError,
  toBase,
  toOriginalKey,
  toUrl,
} from '../src/modules/pictures/makeSizes';
import { openPictureStorage } from '../src/modules/pictures/openPictureStorage';
import { describeReason, OperatorError } from './OperatorError';
import { sanitize } from './printTable';

interface PicturesContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
}

interface Original {
  readonly file: string;
  readonly hash: string;
  readonly picture: Buffer;
  readonly width: number;
  readonly height: number;
}

const nameOf = (file: string): string => sanitize(path.basename(file));

const refuse = (file: string, reason: string): never => {
  throw new OperatorError('refused', `${nameOf(file)} ${reason}: no picture was added.`);
};

const inspect = async (file: string): Promise<Original> => {
  const stats = await fs
    .stat(file)
    .catch((error: unknown) => refuse(file, `cannot be read (${describeReason(error)})`));
  if (!stats.isFile()) return refuse(file, 'is not a file');
  if (stats.size > MAX_PICTURE_BYTES)
    return refuse(file, `has ${Math.ceil(stats.size / 1e6)} MB, more than ${MAX_PICTURE_BYTES / 1e6}`);
  const size = await inspectPicture(file);
  const content = await fs.readFile(file);
  const hash = createHash('sha256').update(content).digest('hex');
  return { file, hash, ...size, picture: await decodePicture(content) };
};

/**
 * `pictures add`: puts pictures in all sizes into MEDIA_DIR or the bucket, and prints what the column `images` of a
 * product file needs. Adding one again changes nothing. @throws {OperatorError} for the first that cannot be used.
 */
export const addPictures = async ({ environment, print }: PicturesContext, files: readonly string[]): Promise<void> => {
  const storage = await openPictureStorage(environment);
  const explain = (file: string) => (error: unknown) => {
    if (error instanceof PictureRefusal) return refuse(file, error.message);
    if (!(error instanceof PictureStorageError)) throw error;
    throw new OperatorError('failed', `${storage.name} cannot be written (${describeReason(error.cause)}).`);
  };
  const originals: Original[] = [];
  for (const file of files) originals.push(await inspect(file).catch(explain(file)));
  const add = async ({ file, hash, picture, width, height }: Original): Promise<void> => {
    const name = path.basename(file);
    await inStorage(storage.create(toOriginalKey(hash), await fs.readFile(file)));
    await makeSizes(storage, toBase(name, hash), picture);
    print(`${nameOf(file)}: ${toUrl(name, hash)} | ${width}x${height} | alternative text`);
  };
  for (const original of originals) await add(original).catch(explain(original.file));
};
