import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { inspectPicture } from './inspectPicture';
import { decodePicture } from './makeSizes';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formats-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const RED = { r: 255, g: 0, b: 0 };
const GREEN = { r: 0, g: 160, b: 0 };
const aPicture = (background: { r: number; g: number; b: number } | string = RED, width = 800, height = 600): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

let files = 0;
const inspect = (content: Buffer): Promise<string> => {
  const file = path.join(folder, String((files += 1)));
  fs.writeFileSync(file, content);
  return inspectPicture(file).then(
    ({ width, height }) => `${width}x${height}`,
    ({ message }: Error) => message,
  );
};
const decode = (content: Buffer): Promise<string> =>
  decodePicture(content).then(
    () => 'decoded',
    ({ message }: Error) => message,
  );
const animate = async (): Promise<Sharp> =>
  sharp(await Promise.all([RED, GREEN].map((color) => aPicture(color).png().toBuffer())), { join: { animated: true } });

/** What the shop makes of a file: its channels in the middle, and how they are stored. */
const readResult = async (content: Buffer) => {
  const decoded = await decodePicture(content);
  const { format, space, depth, pages = 1, icc, exif, xmp, width, height } = await sharp(decoded).metadata();
  const place = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  const [r, g, b] = await sharp(decoded).extract(place).removeAlpha().raw().toBuffer();
  return {
    color: [r, g, b],
    stored: { format, space, depth, pages, hasNotes: Boolean(icc ?? exif ?? xmp) },
    size: [width, height],
  };
};
const STORED = { format: 'webp', space: 'srgb', depth: 'uchar', pages: 1, hasNotes: false };

test.each<[string, () => Promise<Buffer>, number]>([
  ['a JPEG', () => aPicture().jpeg().toBuffer(), 2],
  ['a progressive JPEG', () => aPicture().jpeg({ progressive: true }).toBuffer(), 2],
  ['a gray JPEG', () => aPicture('#808080').grayscale().jpeg().toBuffer(), 255],
  ['a CMYK JPEG with its profile', () => aPicture().withIccProfile('cmyk').jpeg().toBuffer(), 40],
  ['a CMYK JPEG without one', () => aPicture().toColourspace('cmyk').jpeg().toBuffer(), 40],
  ['a JPEG in Display P3', () => aPicture().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer(), 4],
  ['a PNG', () => aPicture().png().toBuffer(), 0],
  ['a PNG with a palette', () => aPicture().png({ palette: true }).toBuffer(), 4],
  ['a PNG of 16 bit', () => aPicture().toColourspace('rgb16').png().toBuffer(), 1],
  ['a PNG of 16 bit in Display P3', () => aPicture().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(), 3],
  ['a WebP', () => aPicture().webp().toBuffer(), 4],
  ['an animated WebP', async () => (await animate()).webp({ lossless: true }).toBuffer(), 0],
  ['an AVIF', () => aPicture().avif({ effort: 0 }).toBuffer(), 8],
  ['a GIF', () => aPicture().gif().toBuffer(), 4],
  ['an animated GIF', async () => (await animate()).gif().toBuffer(), 4],
])('%s becomes one frame in sRGB with eight bits (product 16.55)', async (_what, make, tolerance) => {
  const content = await make();
  expect(await inspect(content)).toBe('800x600');
  const { color, stored, size } = await readResult(content);
  expect({ stored, size }).toEqual({ stored: STORED, size: [800, 600] });
  if (tolerance === 255) expect(new Set(color).size).toBe(1);
  else
    for (const [index, value] of [RED.r, RED.g, RED.b].entries())
      expect(Math.abs((color[index] ?? NaN) - value)).toBeLessThanOrEqual(tolerance);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a photo with the orientation %i is upright, and nothing of the camera is left (product 16.55)',
  async (orientation) => {
    const photo = await aPicture()
      .withExif({ IFD0: { Make: 'a camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const upright = orientation < 5 ? [800, 600] : [600, 800];
    expect(await inspect(photo)).toBe(upright.join('x'));
    const { stored, size } = await readResult(photo);
    expect({ stored, size }).toEqual({ stored: STORED, size: upright });
  },
);

test('a large photo is decoded no larger than the shop shows it', async () => {
  const { size } = await readResult(await aPicture(RED, 7_000, 5_000).jpeg().toBuffer());
  expect(size).toEqual([1200, 857]);
});

test('what is transparent stays so', async () => {
  const content = await sharp({ create: { width: 700, height: 700, channels: 4, background: '#ff000040' } })
    .png()
    .toBuffer();
  expect((await sharp(await decodePicture(content)).metadata()).hasAlpha).toBe(true);
});

test.each<[string, string, () => Promise<Buffer> | Buffer]>([
  ['nothing', 'is empty', () => Buffer.alloc(0)],
  ['one byte', 'is not a JPEG, PNG, WebP, AVIF or GIF', () => Buffer.from([0xff])],
  ['a page', 'is not a JPEG, PNG, WebP, AVIF or GIF', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  [
    'an SVG',
    'is not a JPEG, PNG, WebP, AVIF or GIF',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
  ],
  ['a PDF', 'is not a JPEG, PNG, WebP, AVIF or GIF', () => Buffer.from('%PDF-1.7\n')],
  ['a TIFF', 'is not a JPEG, PNG, WebP, AVIF or GIF', () => aPicture().tiff().toBuffer()],
  ['the beginning of a JPEG', 'is damaged', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0])],
  ['the beginning of an AVIF', 'is damaged', () => Buffer.from('\0\0\0\x1cftypavif\0\0\0\0')],
  [
    'a small picture',
    'has 900x599 pixels, of which each side needs 600',
    () => aPicture(RED, 900, 599).png().toBuffer(),
  ],
  [
    'a very long picture',
    'has 600x16400 pixels, of which each side may have 16383',
    () => aPicture(RED, 600, 16_400).png().toBuffer(),
  ],
])('%s is refused: it %s (product 16.55)', async (_what, reason, make) => {
  expect(await inspect(await make())).toBe(reason);
});

test.each<[string, () => Promise<Buffer>]>([
  ['JPEG', () => aPicture().jpeg().toBuffer()],
  ['PNG', () => aPicture().png().toBuffer()],
  ['WebP', () => aPicture().webp().toBuffer()],
  ['AVIF', () => aPicture().avif({ effort: 0 }).toBuffer()],
  ['GIF', () => aPicture().gif().toBuffer()],
])('a file in %s without its end is damaged (product 16.55)', async (_format, make) => {
  const content = await make();
  expect(await decode(content)).toBe('decoded');
  expect(await decode(content.subarray(0, content.length * 0.6))).toBe('is damaged');
});
