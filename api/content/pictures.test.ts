import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { buildCatalog } from './buildCatalog';
import { createPictureLookup } from './createPictureLookup';
import { originalsManifest } from './syncCatalog';

interface NamedFile {
  readonly name: string;
  readonly file: Buffer;
}

const toFile = (name: string): string => path.join(__dirname, 'media', `${name}.webp`);
let pictures: readonly NamedFile[];
beforeAll(async () => {
  const { products } = await buildCatalog(createPictureLookup('/nonexistent/manifest.json', originalsManifest));
  pictures = products
    .flatMap(({ row }) => row.images.map(({ url }) => url.replace('/media/', '').replace('-640.webp', '')))
    .map((name) => ({ name, file: fs.readFileSync(toFile(name)) }));
});

test('no two products, and no two options of one, have the same picture', () => {
  const hash = (file: Buffer): string => createHash('sha256').update(file).digest('hex');
  const hashes = pictures.map(({ file }) => hash(file));
  expect(pictures.length).toBeGreaterThan(100);
  expect(pictures.filter(({ file }, index) => hashes.indexOf(hash(file)) !== index).map(({ name }) => name)).toEqual(
    [],
  );
});

const SIDE = 32;
/** Mean distance in Lab. A picture that was cropped, made smaller or encoded anew is within 1.4 of itself. */
const ALIKE = 1.5;

/** The subject of a picture without the backdrop around it, as a few points in Lab. */
const shrink = async (file: Buffer): Promise<Int8Array> => {
  const small = await sharp(file).resize(256).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const subject = await sharp(small.data, { raw: small.info })
    .trim({ threshold: 24 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const points = await sharp(subject.data, { raw: subject.info })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .toColorspace('lab')
    .raw({ depth: 'char' })
    .toBuffer();
  return new Int8Array(points);
};

const compare = (a: Int8Array, b: Int8Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 3)
    sum += Math.hypot(...[at, at + 1, at + 2].map((index) => (a[index] ?? 0) - (b[index] ?? 0)));
  return sum / (a.length / 3);
};

test('no two products, and no two options of one, have pictures that look the same', async () => {
  const points = await Promise.all(pictures.map(({ file }) => shrink(file)));
  const alike = points.flatMap((a, first) =>
    points.flatMap((b, second) =>
      first < second && compare(a, b) < ALIKE ? [`${pictures[first]?.name} and ${pictures[second]?.name}`] : [],
    ),
  );
  expect(alike).toEqual([]);
}, 120_000);

test('a picture that is cropped, smaller and encoded anew looks the same; one of another product does not', async () => {
  const read = (name: string): Buffer => fs.readFileSync(toFile(name));
  const shown = await shrink(read('jewellery/ring-halo-1'));
  const again = await sharp(read('jewellery/ring-halo-1'))
    .extract({ left: 40, top: 40, width: 1_120, height: 1_120 })
    .resize(700)
    .webp({ quality: 60 })
    .toBuffer();
  expect(compare(shown, await shrink(again))).toBeLessThan(ALIKE);
  expect(compare(shown, await shrink(read('jewellery/ring-three-stone-1')))).toBeGreaterThan(ALIKE);
});
