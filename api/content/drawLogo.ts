import sharp from 'sharp';

/** In pixels: the home page shows 48, on screens of up to three times the density. */
export const LOGO_SIZE = 160;

/** Draws a brand's mark as a WebP with transparency: SVGs, which browsers open as pages, are not served. */
export const drawLogo = (drawing: Buffer): Promise<Buffer> =>
  sharp(drawing).resize(LOGO_SIZE, LOGO_SIZE, { fit: 'contain' }).webp({ lossless: true }).toBuffer();
