import { encodeUncached } from '@shop/server-kit/pictures/encodePicture';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';
import sharp from 'sharp';
import { encodeSizes, toPictureUrl, WIDEST } from '../../../content/encodeSizes';
import { MAX_PIXELS, PictureRefusal } from './inspectPicture';

const MAX_NAME = 60;
const NAME_HASH_LENGTH = 8;
/** For one with 60 million pixels on a slow machine. */
const DECODE_LIMIT_S = 40;

export type PictureStorage = Pick<ObjectStorage, 'name' | 'read' | 'create'>;

/** The storage of pictures cannot be read or written. */
export class PictureStorageError extends Error {
  override name = 'PictureStorageError';
}

/** Rejects with a PictureStorageError, for whatever reason it does. */
export const inStorage = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => {
    throw new PictureStorageError('The storage of pictures failed', { cause });
  });

/** Where the file is kept as it came. Hosts serve no such name. */
export const toOriginalKey = (hash: string): string => `originals/${hash}`;

/** `My Ring (1).JPG` becomes `added/my-ring-1.<the beginning of its hash>`. */
export const toBase = (name: string, hash: string): string => {
  const plain = name
    .replace(/\.[a-z]{3,4}$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-|-$/g, '');
  return `added/${plain || 'picture'}.${hash.slice(0, NAME_HASH_LENGTH)}`;
};

export const toUrl = (name: string, hash: string): string => toPictureUrl(toBase(name, hash));

/**
 * Decodes a file once: its first frame, upright, in sRGB with eight bits, without what the camera wrote, no larger than
 * the shop shows. Nothing else of the file survives.
 * @throws {PictureRefusal} if the file is damaged.
 */
export const decodePicture = async (original: Buffer): Promise<Buffer> => {
  const picture = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({
    seconds: DECODE_LIMIT_S,
  });
  try {
    // Otherwise sharp leaves what has a profile and sixteen bits in Display P3, and says so nowhere.
    if ((await picture.metadata()).depth === 'ushort') picture.pipelineColourspace('srgb');
    return await picture
      .autoOrient()
      .resize({ width: WIDEST, withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ lossless: true, effort: 0 })
      .toBuffer();
  } catch (error) {
    throw new PictureRefusal('is damaged', { cause: error });
  }
};

/**
 * Makes all sizes of a decoded picture. Those that are there stay. `onSize` is called before each.
 * @throws {PictureStorageError}
 */
export const makeSizes = async (
  storage: PictureStorage,
  base: string,
  picture: Buffer,
  onSize: () => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  const write = async (file: string, encode: () => Promise<Buffer>): Promise<void> => {
    await onSize();
    const content = await encode();
    await inStorage(storage.create(file, content));
  };
  await encodeSizes(base, picture, write, encodeUncached);
};
