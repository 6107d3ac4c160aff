export interface PictureSize {
  readonly width: number;
  readonly format: 'avif' | 'webp';
}
/** Identifies an original: the name under which its sizes are cached and served. */
export function hashOf(original: Buffer): string;
/** One size of a picture in one format, from the cache where it was made before. */
export function encodePicture(original: Buffer, size: PictureSize): Promise<Buffer>;
