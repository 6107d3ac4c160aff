/** A picture imported with `?widths=`, with srcsets for <picture>. */
export interface PictureSource {
  readonly src: string;
  readonly avif: string;
  readonly webp: string;
  readonly width: number;
  readonly height: number;
}

/** Widths that the media build generates for product pictures. */
const WIDTHS_PX = [320, 640, 960, 1200];
const MEDIA_URL = /^(\/media\/.+)-640\.webp$/;

/** Scales the lengths of a `sizes` attribute, not its conditions: cropped pictures are wider than their box. */
export const scaleSizes = (sizes: string, scale = 1): string =>
  sizes
    .split(', ')
    .map((size) => {
      const length = size.lastIndexOf(' ') + 1;
      return `${size.slice(0, length)}calc(${scale} * ${size.slice(length)})`;
    })
    .join(', ');

/**
 * Returns the srcsets of a picture. Product pictures have them by naming convention; other URLs have only themselves.
 */
export const getPictureSources = (picture: string | PictureSource): { src: string; avif?: string; webp?: string } => {
  if (typeof picture !== 'string') return picture;
  const base = MEDIA_URL.exec(picture)?.[1];
  if (base === undefined) return { src: picture };
  const buildSrcset = (format: string): string =>
    WIDTHS_PX.map((width) => `${base}-${width}.${format} ${width}w`).join(', ');
  return { src: picture, avif: buildSrcset('avif'), webp: buildSrcset('webp') };
};
