import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** PNG files of a web app; a launcher crops a maskable one, so its sign is smaller. The JPEG is for link previews. */
const ICONS = [
  { file: '-180.png', width: 180, height: 180, share: 0.8 },
  { file: '-192.png', width: 192, height: 192, share: 0.8 },
  { file: '-512.png', width: 512, height: 512, share: 0.8 },
  { file: '-maskable-512.png', width: 512, height: 512, share: 0.58 },
  { file: '-share.jpg', width: 1200, height: 630, share: 0.5 },
] as const;
const DPI_OF_A_PIXEL = 72;
const VIEW_BOX_PX = 32;

/** Draws a storefront's SVG icon in the middle of each picture of a web app. Returns the written files. */
export const writeIcons = async (folder: string, id: string, background: string): Promise<string[]> => {
  const source = await fs.readFile(path.join(folder, `${id}.svg`));
  return Promise.all(
    ICONS.map(async ({ file: suffix, width, height, share }) => {
      const file = path.join(folder, `${id}${suffix}`);
      const signSize = Math.round(height * share);
      const sign = await sharp(source, { density: (DPI_OF_A_PIXEL * signSize) / VIEW_BOX_PX })
        .resize(signSize, signSize, { fit: 'contain', background: 'transparent' })
        .toBuffer();
      await sharp({ create: { width, height, channels: 3, background } })
        .composite([{ input: sign }])
        .png({ compressionLevel: 9, force: false })
        .toFile(file);
      return file;
    }),
  );
};
