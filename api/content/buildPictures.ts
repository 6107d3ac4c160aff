import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { encodePicture, hashPicture } from '@shop/build/encodePicture';
import { drawLogo, LOGO_SIZE } from './drawLogo';

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

const exists = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    () => true,
    () => false,
  );

const processPicture = async (name: string, output: string): Promise<PictureEntry> => {
  const original = await fs.readFile(path.join(originalsFolder, `${name}.webp`));
  const { width, height } = await sharp(original).metadata();
  const base = `${name}.${hashPicture(original)}`;
  for (const format of FORMATS) {
    for (const size of WIDTHS) {
      const file = path.join(output, `${base}-${size}.${format}`);
      if (await exists(file)) continue;
      await fs.writeFile(file, await encodePicture(original, { width: size, format }));
    }
  }
  return { url: `/media/${base}-${DEFAULT_WIDTH}.webp`, width, height };
};

const processLogo = async (name: string, output: string): Promise<PictureEntry> => {
  const drawing = await fs.readFile(path.join(originalsFolder, `${name}.svg`));
  const base = `${name}.${hashPicture(drawing)}-${LOGO_SIZE}.webp`;
  const file = path.join(output, base);
  if (!(await exists(file))) await fs.writeFile(file, await drawLogo(drawing));
  return { url: `/media/${base}`, width: LOGO_SIZE, height: LOGO_SIZE };
};

/**
 * Creates all sizes of the product pictures and the brands' marks in `.data/media` (MEDIA_DIR), and the manifest that
 * the sync of products reads. Existing files are kept. `npm run pictures` runs this file.
 */
const buildPictures = async (): Promise<void> => {
  const output = path.resolve(repositoryRoot, process.env['MEDIA_DIR'] || '.data/media');
  const originals = (await fs.readdir(originalsFolder, { recursive: true })).sort();
  const listNames = (extension: string): string[] =>
    originals.filter((file) => file.endsWith(extension)).map((file) => file.slice(0, -extension.length));
  const [names, logos] = [listNames('.webp'), listNames('.svg')];
  for (const folder of new Set([...names, ...logos].map((name) => path.dirname(name))))
    await fs.mkdir(path.join(output, folder), { recursive: true });
  sharp.concurrency(1);
  const images: Record<string, PictureEntry> = {};
  let done = 0;
  await pLimit(os.availableParallelism()).map(names, async (name) => {
    images[name] = await processPicture(name, output);
    done += 1;
    if (done % 20 === 0) console.log(`  pictures: ${done} of ${names.length}`);
  });
  for (const name of logos) images[name] = await processLogo(name, output);
  const sorted = Object.fromEntries(Object.entries(images).sort(([a], [b]) => a.localeCompare(b)));
  await fs.writeFile(path.join(output, 'manifest.json'), JSON.stringify({ images: sorted }, null, 2));
  console.log(`  pictures: ${names.length} ready, and ${logos.length} marks of brands`);
};

void buildPictures();
