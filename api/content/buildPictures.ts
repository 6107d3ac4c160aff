import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { encodePicture, hashPicture } from '@shop/build/encodePicture';

const repositoryRoot = path.resolve(__dirname, '../..');
const originalsFolder = path.join(__dirname, 'media');
/** Widths that design-system/Picture uses. */
const WIDTHS = [320, 640, 960, 1200];
const FORMATS = ['avif', 'webp'] as const;
const DEFAULT_WIDTH = 640;

interface PictureEntry {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

const processPicture = async (name: string, output: string): Promise<PictureEntry> => {
  const original = await fs.readFile(path.join(originalsFolder, `${name}.webp`));
  const { width, height } = await sharp(original).metadata();
  const base = `${name}.${hashPicture(original)}`;
  for (const format of FORMATS) {
    for (const size of WIDTHS) {
      const file = path.join(output, `${base}-${size}.${format}`);
      if (
        await fs.stat(file).then(
          () => true,
          () => false,
        )
      )
        continue;
      await fs.writeFile(file, await encodePicture(original, { width: size, format }));
    }
  }
  return { url: `/media/${base}-${DEFAULT_WIDTH}.webp`, width, height };
};

/**
 * Creates all sizes of the product pictures in `.data/media` (MEDIA_DIR), and the manifest that the sync of products
 * reads. Existing sizes are kept. `npm run pictures` runs this file.
 */
const buildPictures = async (): Promise<void> => {
  const output = path.resolve(repositoryRoot, process.env['MEDIA_DIR'] || '.data/media');
  const names: string[] = [];
  const entries = await fs.readdir(originalsFolder, { withFileTypes: true });
  for (const { name: folder } of entries.filter((entry) => entry.isDirectory())) {
    await fs.mkdir(path.join(output, folder), { recursive: true });
    for (const file of (await fs.readdir(path.join(originalsFolder, folder))).sort()) {
      if (file.endsWith('.webp')) names.push(`${folder}/${path.basename(file, '.webp')}`);
    }
  }
  sharp.concurrency(1);
  const images: Record<string, PictureEntry> = {};
  let done = 0;
  await pLimit(os.availableParallelism()).map(names, async (name) => {
    images[name] = await processPicture(name, output);
    done += 1;
    if (done % 20 === 0) console.log(`  pictures: ${done} of ${names.length}`);
  });
  const sorted = Object.fromEntries(Object.entries(images).sort(([a], [b]) => a.localeCompare(b)));
  await fs.writeFile(path.join(output, 'manifest.json'), JSON.stringify({ images: sorted }, null, 2));
  console.log(`  pictures: ${names.length} ready`);
};

void buildPictures();
