import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** PNG files of a web app. A launcher crops a maskable one, so its sign is smaller. */
const ICONS = [
  { suffix: '-180', size: 180, share: 0.8 },
  { suffix: '-192', size: 192, share: 0.8 },
  { suffix: '-512', size: 512, share: 0.8 },
  { suffix: '-maskable-512', size: 512, share: 0.58 },
] as const;
const DPI_OF_A_PIXEL = 72;
const VIEW_BOX_PX = 32;

/** Draws a storefront's SVG icon in the middle of a square, in all sizes of a web app. Returns the written files. */
export const writeIcons = async (folder: string, id: string, background: string): Promise<string[]> => {
  const source = await fs.readFile(path.join(folder, `${id}.svg`));
  return Promise.all(
    ICONS.map(async ({ suffix, size, share }) => {
      const file = path.join(folder, `${id}${suffix}.png`);
      const signSize = Math.round(size * share);
      const sign = await sharp(source, { density: (DPI_OF_A_PIXEL * signSize) / VIEW_BOX_PX })
        .resize(signSize, signSize, { fit: 'contain', background: 'transparent' })
        .toBuffer();
      await sharp({ create: { width: size, height: size, channels: 3, background } })
        .composite([{ input: sign }])
        .png({ compressionLevel: 9 })
        .toFile(file);
      return file;
    }),
  );
};
