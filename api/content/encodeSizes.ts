import { encodePicture, hashPicture } from '@shop/server-kit/pictures/encodePicture';
import sharp from 'sharp';
import { encodeShare, SHARE_SIZE } from './share/encodeShare';

/** Widths that design-system/Picture uses. */
const WIDTHS = [320, 640, 960, 1200];
const FORMATS = ['avif', 'webp'] as const;
const DEFAULT_WIDTH = 640;

export interface PictureEntry {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Encodes a picture in all sizes and formats, and for link previews. `write` gets the name of each file, such as
 * `jewellery/ring-halo-1.4861fd1d-640.avif`, and encodes it if it is needed.
 */
export const encodeSizes = async (
  name: string,
  original: Buffer,
  write: (file: string, encode: () => Promise<Buffer>) => Promise<unknown>,
  encode = encodePicture,
): Promise<PictureEntry> => {
  const { width, height } = await sharp(original).metadata();
  const base = `${name}.${hashPicture(original)}`;
  for (const format of FORMATS)
    for (const size of WIDTHS)
      await write(`${base}-${size}.${format}`, () => encode(original, { width: size, format }));
  await write(`${base}-${SHARE_SIZE.width}.jpg`, () => encodeShare(name, original));
  return { url: `/media/${base}-${DEFAULT_WIDTH}.webp`, width, height };
};
