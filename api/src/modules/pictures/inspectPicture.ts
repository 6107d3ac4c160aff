import fs from 'node:fs/promises';
import sharp from 'sharp';

/** A few bytes can say that they are a picture of any size. */
export const MAX_PIXELS = 60_000_000;
/** As many as a WebP can have. */
const MAX_SIDE = 16_383;
/** Smaller ones are blurred on a product's page. */
const MIN_SIDE = 600;

/** What a file begins with, by sharp's name of its format. No other file reaches a decoder. */
const SIGNATURES = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n[^]\n/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[^]{4}WEBP/,
  heif: /^[^]{4}ftyp/,
} as const;
const SIGNATURE_BYTES = 16;
/** Of the files that begin as an AVIF does, only it is one: HEIC has another. */
const AVIF_COMPRESSION = 'av1';

/** Why a file is no picture of the shop, as the end of a sentence: "is empty". */
export class PictureRefusal extends Error {
  override name = 'PictureRefusal';
}

const refuse = (reason: string): never => {
  throw new PictureRefusal(reason);
};

const readBeginning = async (file: string): Promise<string> => {
  const handle = await fs.open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
};

/**
 * Checks by its content whether a file can become a picture, and returns its size, upright. Decodes nothing, so that a
 * bomb is refused with its size; whether the rest of the file is damaged shows when its sizes are made.
 * @throws {PictureRefusal}
 */
export const inspectPicture = async (file: string): Promise<{ readonly width: number; readonly height: number }> => {
  const beginning = await readBeginning(file);
  if (beginning === '') return refuse('is empty');
  const known = Object.entries(SIGNATURES).find(([, signature]) => signature.test(beginning));
  if (!known) return refuse('is not a JPEG, PNG, WebP, AVIF or GIF');
  const { format, compression, autoOrient } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => refuse('is damaged'));
  if (format !== known[0] || (format === 'heif' && compression !== AVIF_COMPRESSION))
    return refuse('is not a JPEG, PNG, WebP, AVIF or GIF');
  const { width, height } = autoOrient;
  const size = `has ${width}x${height} pixels`;
  if (width * height > MAX_PIXELS) return refuse(`${size}, more than ${MAX_PIXELS / 1e6} million`);
  if (Math.max(width, height) > MAX_SIDE) return refuse(`${size}, of which each side may have ${MAX_SIDE}`);
  if (Math.min(width, height) < MIN_SIDE) return refuse(`${size}, of which each side needs ${MIN_SIDE}`);
  return { width, height };
};
