import fs from 'node:fs/promises';
import path from 'node:path';
import { encodeUncached } from '@shop/server-kit/pictures/encodePicture';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { openBucket } from '@shop/server-kit/storage/openBucket';
import { resolvePath } from '@shop/server-kit/configuration/resolvePath';
import sharp from 'sharp';
import { encodeSizes } from '../content/encodeSizes';
import { describeReason, OperatorError } from './OperatorError';
import { sanitize } from './printTable';

const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp', 'heif']); // AVIF is a heif
const MAX_BYTES = 25_000_000;
/** A few bytes can say that they are a picture of any size. */
const MAX_PIXELS = 60_000_000;
/** Smaller ones are blurred on a product's page. */
const MIN_SIDE = 600;
const MAX_NAME = 60;

interface PicturesContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
}

interface Original {
  readonly file: string;
  readonly name: string;
  /** Upright, without what the camera wrote about place and time. */
  readonly content: Buffer;
}

const refuse = (file: string, reason: string): never => {
  throw new OperatorError('refused', `${sanitize(path.basename(file))} ${reason}: no picture was added.`);
};

/** `My Ring (1).JPG` becomes `my-ring-1`. */
const toName = (file: string): string =>
  path
    .parse(file)
    .name.normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-|-$/g, '') || 'picture';

const readOriginal = async (file: string): Promise<Original> => {
  const stats = await fs
    .stat(file)
    .catch((error: unknown) => refuse(file, `cannot be read (${describeReason(error)})`));
  if (!stats.isFile()) refuse(file, 'is not a file');
  if (stats.size > MAX_BYTES) refuse(file, `has ${Math.ceil(stats.size / 1e6)} MB, more than ${MAX_BYTES / 1e6}`);
  if (stats.size === 0) refuse(file, 'is empty');
  const bytes = await fs.readFile(file);
  // Decodes nothing, so that a bomb is refused with its size.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => refuse(file, 'is not a picture'));
  if (!FORMATS.has(format)) refuse(file, 'is not a JPEG, PNG, WebP or AVIF');
  if (width * height > MAX_PIXELS) refuse(file, `has ${width}x${height} pixels, more than ${MAX_PIXELS / 1e6} million`);
  if (Math.min(width, height) < MIN_SIDE)
    refuse(file, `has ${width}x${height} pixels, of which each side needs ${MIN_SIDE}`);
  const content = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .webp({ lossless: true, effort: 0 })
    .toBuffer()
    .catch(() => refuse(file, 'is damaged'));
  return { file, name: `added/${toName(file)}`, content };
};

/**
 * `pictures add`: puts pictures in all sizes into MEDIA_DIR or the bucket, and prints what the column `images` of a
 * product file needs. Adding one again changes nothing. @throws {OperatorError} for the first that cannot be used.
 */
export const addPictures = async ({ environment, print }: PicturesContext, files: readonly string[]): Promise<void> => {
  const originals: Original[] = [];
  for (const file of files) originals.push(await readOriginal(file));
  const storage =
    (await openBucket(environment, 'MEDIA')) ?? new FileStorage(resolvePath(environment['MEDIA_DIR'] || '.data/media'));
  for (const { file, name, content } of originals) {
    const { url, width, height } = await encodeSizes(
      name,
      content,
      async (key, encode) => storage.create(key, await encode()),
      encodeUncached,
    ).catch((error: unknown) => {
      throw new OperatorError('failed', `${storage.name} cannot be written (${describeReason(error)}).`);
    });
    print(`${sanitize(path.basename(file))}: ${url} | ${width}x${height} | alternative text`);
  }
};
