import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { buildCatalog } from './buildCatalog';
import { createPictureLookup } from './createPictureLookup';
import { drawLogo } from './drawLogo';
import { originalsManifest } from './syncCatalog';

const media = path.join(__dirname, 'media');
const marks = fs
  .readdirSync(media, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.svg'))
  .map((file) => [file.replace(/\.svg$/, ''), path.join(media, file)] as const);
const readMark = (file: string): string => fs.readFileSync(file, 'utf8');

const LIGHT = 1;
const DARK = 0;
const computeLuminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const computeContrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

test('a mark is served as a square WebP of 160 pixels with a transparent ground', async () => {
  const drawn = await drawLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>'));
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160, hasAlpha: true });
  expect((await sharp(drawn).stats()).isOpaque).toBe(false);
});

test('each brand has a mark, and each mark a brand', async () => {
  const pictures = createPictureLookup('/nonexistent/manifest.json', originalsManifest);
  const { brands } = await buildCatalog(pictures, (name) => name);
  expect(brands.map(({ logo }) => logo).sort()).toEqual(marks.map(([name]) => name).sort());
});

test.each(marks)('%s is a drawing without text, scripts or addresses', (_name, file) => {
  const elements = new Set([...readMark(file).matchAll(/<(\w+)/g)].map(([, element]) => element));
  expect([...elements].filter((element) => !['svg', 'path', 'circle', 'use'].includes(element ?? ''))).toEqual([]);
  expect(readMark(file)).not.toMatch(/\son\w+=|href="[^#]|url\(/);
});

test.each(marks)(
  '%s has one or two colors that are seen on light and on dark, as with forced colors',
  (_name, file) => {
    const colors = [...new Set(readMark(file).match(/#[0-9a-f]{6}\b/g))];
    expect([1, 2]).toContain(colors.length);
    const faint = colors.filter((color) =>
      [LIGHT, DARK].some((ground) => computeContrast(computeLuminance(color), ground) < 3),
    );
    expect(faint).toEqual([]);
  },
);

test('no two brands have the same mark', () => {
  expect(new Set(marks.map(([, file = '']) => readMark(file))).size).toBe(marks.length);
});
