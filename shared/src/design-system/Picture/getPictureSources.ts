/** A picture a bundle imports with `?widths=`: srcsets ready for <picture>. */
export interface PictureSource {
  readonly src: string;
  readonly avif: string;
  readonly webp: string;
  readonly width: number;
  readonly height: number;
}

/** The widths the media build makes of every product picture. */
const WIDTHS_PX = [320, 640, 960, 1200];
const MEDIA_URL = /^(\/media\/.+)-640\.webp$/;

/** The sizes of a picture: product pictures have theirs by name, other URLs have only themselves. */
export const getPictureSources = (picture: string | PictureSource): { src: string; avif?: string; webp?: string } => {
  if (typeof picture !== 'string') return picture;
  const base = MEDIA_URL.exec(picture)?.[1];
  if (base === undefined) return { src: picture };
  const buildSrcset = (format: string): string =>
    WIDTHS_PX.map((width) => `${base}-${width}.${format} ${width}w`).join(', ');
  return { src: picture, avif: buildSrcset('avif'), webp: buildSrcset('webp') };
};
