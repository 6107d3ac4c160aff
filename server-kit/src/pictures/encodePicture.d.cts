export interface PictureSize {
  readonly width: number;
  readonly format: 'avif' | 'webp';
}
/** Hashes an original. Its sizes are cached and served under this name. */
export function hashPicture(original: Buffer): string;
/** Encodes a picture in one size and format, which is never enlarged. */
export function encodeUncached(original: Buffer, size: PictureSize): Promise<Buffer>;
/** Encodes a picture in one size and format, using the cache. */
export function encodePicture(original: Buffer, size: PictureSize): Promise<Buffer>;
