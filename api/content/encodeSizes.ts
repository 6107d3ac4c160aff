import { encodePicture } from '@shop/server-kit/pictures/encodePicture';
import { encodeShare, SHARE_SIZE } from './share/encodeShare';

/** Widths that design-system/Picture uses. */
const WIDTHS = [320, 640, 960, 1200];
export const WIDEST = 1200;
const FORMATS = ['avif', 'webp'] as const;
const [BEFORE, AFTER] = ['/media/', '-640.webp'];

export interface PictureEntry {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The URL that stands for all sizes: one of them. */
export const toPictureUrl = (base: string): string => `${BEFORE}${base}${AFTER}`;
export const fromPictureUrl = (url: string): string => url.slice(BEFORE.length, -AFTER.length);

/**
 * Encodes a picture in all sizes and formats, and for link previews. `base` is its name with its hash, such as
 * `jewellery/ring-halo-1.4861fd1d`. `write` gets the name of each file, such as
 * `jewellery/ring-halo-1.4861fd1d-640.avif`, and encodes it if it is needed.
 */
export const encodeSizes = async (
  base: string,
  original: Buffer,
  write: (file: string, encode: () => Promise<Buffer>) => Promise<unknown>,
  encode = encodePicture,
): Promise<void> => {
  for (const format of FORMATS)
    for (const size of WIDTHS)
      await write(`${base}-${size}.${format}`, () => encode(original, { width: size, format }));
  await write(`${base}-${SHARE_SIZE.width}.jpg`, () => encodeShare(base, original));
};
