import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { hashPicture } from '@shop/server-kit/pictures/encodePicture';
import { openBucket } from '@shop/server-kit/storage/openBucket';
import { drawLogo, LOGO_SIZE } from './drawLogo';
import { encodeSizes, toPictureUrl, type PictureEntry } from './encodeSizes';

const repositoryRoot = path.resolve(__dirname, '../..');
const originalsFolder = path.join(__dirname, 'media');
const UPLOADS_AT_ONCE = 8;

const exists = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    () => true,
    () => false,
  );

/** Makes a file, unless there is one of this name. */
type MakeFile = (name: string, encode: () => Promise<Buffer>) => Promise<void>;

const processPicture = async (name: string, make: MakeFile): Promise<PictureEntry> => {
  const original = await fs.readFile(path.join(originalsFolder, `${name}.webp`));
  const base = `${name}.${hashPicture(original)}`;
  await encodeSizes(base, original, make);
  const { width, height } = await sharp(original).metadata();
  return { url: toPictureUrl(base), width, height };
};

const processLogo = async (name: string, make: MakeFile): Promise<PictureEntry> => {
  const drawing = await fs.readFile(path.join(originalsFolder, `${name}.svg`));
  const file = `${name}.${hashPicture(drawing)}-${LOGO_SIZE}.webp`;
  await make(file, () => drawLogo(drawing));
  return { url: `/media/${file}`, width: LOGO_SIZE, height: LOGO_SIZE };
};

/** Puts files that the bucket does not have into it. */
const upload = async (output: string, names: readonly string[]): Promise<void> => {
  const bucket = await openBucket(process.env, 'MEDIA');
  if (!bucket) return;
  const there = new Set(await bucket.list(''));
  const missing = names.filter((name) => !there.has(name));
  await pLimit(UPLOADS_AT_ONCE).map(missing, async (name) =>
    bucket.create(name, await fs.readFile(path.join(output, name))),
  );
  console.log(`  pictures: ${missing.length} files put into ${bucket.name}`);
};

/**
 * Creates all sizes of the product pictures and the brands' marks in `.data/media` (MEDIA_DIR), and the manifest that
 * the sync of products reads, and puts them into the bucket MEDIA_S3_BUCKET, if there is one. Existing files are kept.
 * `npm run pictures` runs this file.
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
  const files: string[] = [];
  const make: MakeFile = async (name, encode) => {
    files.push(name);
    const file = path.join(output, name);
    if (!(await exists(file))) await fs.writeFile(file, await encode());
  };
  const images: Record<string, PictureEntry> = {};
  let done = 0;
  await pLimit(os.availableParallelism()).map(names, async (name) => {
    images[name] = await processPicture(name, make);
    done += 1;
    if (done % 20 === 0) console.log(`  pictures: ${done} of ${names.length}`);
  });
  for (const name of logos) images[name] = await processLogo(name, make);
  const sorted = Object.fromEntries(Object.entries(images).sort(([a], [b]) => a.localeCompare(b)));
  await fs.writeFile(path.join(output, 'manifest.json'), JSON.stringify({ images: sorted }, null, 2));
  console.log(`  pictures: ${names.length} ready, and ${logos.length} marks of brands`);
  await upload(output, files);
};

void buildPictures();
