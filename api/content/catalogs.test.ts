import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { toSlugs, type StorefrontSlug } from '@shop/contracts';
import { FREE_FROM_NAMES } from '../src/modules/catalog/freeFrom';
import { buildCatalog, type CatalogRows } from './buildCatalog';
import { createPictureLookup } from './createPictureLookup';
import { originalsManifest } from './syncCatalog';

const pictures = createPictureLookup('/nonexistent/manifest.json', originalsManifest);
let rows: CatalogRows;
beforeAll(async () => {
  rows = await buildCatalog(pictures);
});

const findRepeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);
const findSpecification = (row: CatalogRows['products'][number]['row'], name: string): string =>
  row.specifications.find((specification) => specification.name === name)?.value ?? '';

test('each storefront has at least 34 products, and each category at least 3', () => {
  const count = (column: 'store' | 'category', value: unknown): number =>
    rows.products.filter(({ row }) => row[column] === value).length;
  for (const store of ['jewellery-store', 'organic-store'] satisfies StorefrontSlug[])
    expect([store, count('store', store) >= 34]).toEqual([store, true]);
  expect(rows.categories.filter(({ slug }) => count('category', slug) < 3)).toEqual([]);
});

test('ids, SKUs, names and descriptions are used once', () => {
  for (const column of ['id', 'sku', 'name', 'description'] as const)
    expect(findRepeated(rows.products.map(({ row }) => row[column]))).toEqual([]);
});

test('each product has 4 to 8 reviews of its own', () => {
  expect(
    rows.products.filter(({ row }) => row.review_count < 4 || row.review_count > 8).map(({ row }) => row.id),
  ).toEqual([]);
  const sentences = rows.reviews.flatMap(({ comment }) => String(comment).split(/(?<=[.!?]) /));
  expect(findRepeated(sentences)).toEqual([]);
});

test('each product has a picture, and the file of every picture exists', () => {
  expect(rows.products.filter(({ row }) => row.images.length === 0).map(({ row }) => row.id)).toEqual([]);
  const files = rows.products.flatMap(({ row }) => row.images.map(({ url }) => url.replace('-640.webp', '.webp')));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !fs.existsSync(path.join(__dirname, file)))).toEqual([]);
});

test('food is described by diet and allergens, jewelry by material, stone and color', () => {
  for (const { row } of rows.products) {
    const { material, stone, color, free_from: freeFrom = '' } = row.attributes;
    const described = [material, stone, color].filter(Boolean).length;
    expect([row.id, described]).toEqual([row.id, row.store === 'organic-store' ? 0 : 3]);
    const allergens =
      findSpecification(row, 'Allergens')
        .split(/may contain/i)[0]
        ?.toLowerCase() ?? '';
    expect([row.id, toSlugs(freeFrom).filter((slug) => allergens.includes(`contains ${slug}`))]).toEqual([row.id, []]);
  }
});

const FOOD = ['Ingredients', 'Allergens', 'Nutrition', 'Storage', 'Origin', 'Grower'];
const JEWELRY = ['Made of', 'Weight', 'Dimensions', 'Care'];
const WATCH = [...JEWELRY, 'Movement', 'Water resistance'];
const NUTRITION = /^Nutrition per 100\u00a0(?:g|ml)$/;

test('food names what the law asks for, jewelry what it is made of and how it is kept', () => {
  for (const { row } of rows.products) {
    const asked = row.store === 'organic-store' ? FOOD : row.category === 'watches' ? WATCH : JEWELRY;
    const names = row.specifications.map(({ name }) => name.replace(NUTRITION, 'Nutrition'));
    expect([row.id, names.sort()]).toEqual([row.id, [...asked].sort()]);
  }
});

test('searches know what food is free from', () => {
  const known = Object.keys(FREE_FROM_NAMES);
  const named = rows.products.flatMap(({ row }) => toSlugs(row.attributes['free_from'] ?? ''));
  expect(named.filter((slug) => !known.includes(slug))).toEqual([]);
});

test('a number and its unit are on one line: the space between them does not break (product 10.6)', () => {
  const posts = path.join(__dirname, 'posts');
  const files = fs.readdirSync(posts, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  const texts = [
    JSON.stringify(rows, null, 1),
    ...files.map((file) => fs.readFileSync(path.join(posts, file), 'utf8')),
  ];
  expect(texts.length).toBeGreaterThan(10);
  const lines = texts.flatMap((text) => text.split('\n'));
  expect(lines.filter((line) => /\d (?:k?g|mg|ml|L|ct|[cm]?m|kJ|kcal|atm|°[CF])\b/.test(line))).toEqual([]);
});

test('the values of a report are those of the texts about the piece', () => {
  const certified = rows.products.flatMap(({ row }) => {
    const { certification } = row.store_features;
    return certification ? [{ row, values: certification.values ?? [] }] : [];
  });
  expect(certified.length).toBeGreaterThan(8);
  for (const { row, values } of certified) {
    const texts = JSON.stringify([row.short_description, row.description, row.features, row.specifications]);
    // "Three lab-grown diamonds" are described as such; numbers, colors and clarities must be the same ones.
    const facts = values.flatMap(({ value }) => value.match(/\d[\d.]*|\b(?:[D-K]|VS[12]?)\b|^[A-Z][a-z]+$/g) ?? []);
    expect(facts).not.toEqual([]);
    expect([row.id, facts.filter((fact) => !texts.toLowerCase().includes(fact.toLowerCase()))]).toEqual([row.id, []]);
  }
});

test('each ring has the size guide, and sizes to choose or one size', () => {
  const rings = rows.products.filter(({ row }) => row.category === 'rings');
  expect(rings.length).toBeGreaterThan(12);
  expect(rings.filter(({ row }) => !row.store_features.sizeGuide).map(({ row }) => row.id)).toEqual([]);
  expect(
    rings
      .filter(({ row, variants }) => (variants.length === 0) === (row.store_features.ringSize === undefined))
      .map(({ row }) => row.id),
  ).toEqual([]);
});

test.each([
  ['jewellery', ',310.00,', ',a lot,', /line 2, price: must be dollars such as 12\.50/],
  ['jewellery', '50-mm | 50\u00a0mm | OR-R-0147-50-MM | 310.00', '', /line 2, variants: must be "id \| name \| SKU/],
  ['organic', ',dairy,', ',diary,', /line \d+, category: is not one of Furrow: Fruits, Vegetables, Dairy/],
  ['organic', 'milk-1.webp', 'milk-9.webp', /line \d+, images: names milk-9\.webp, which is not among the pictures/],
  ['reviews', ',5,2026-', ',6,2026-', /line 2, rating: is wrong: Expected string to match/],
  ['reviews', ' lab-grown and', ' lab-grown, and', /line 5, column 6: is wrong: Unexpected property/],
  ['reviews', 'ring-halo-sapphire,', 'ring-hallo,', /line 2, product: names ring-hallo, which is in no file/],
  ['groups', 'ring-solitaire-yellow-1', 'ring-gone-1', /line 2, picture: names ring-gone-1\.webp, which is not/],
  ['groups', 'jewellery-store,tiffany', 'jewelry,tiffany', /line 10, store: is wrong: Expected union value/],
])('a wrong cell of %s.csv is named by file, line and column', async (name, from, to, place) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goods-'));
  fs.cpSync(path.join(__dirname, 'goods'), folder, { recursive: true });
  const file = path.join(folder, `${name}.csv`);
  const text = fs.readFileSync(file, 'utf8');
  expect(text).toContain(from);
  fs.writeFileSync(file, text.replace(from, to));
  const { message } = await buildCatalog(pictures, () => '', folder).then(
    () => new Error('It was read'),
    (error: Error) => error,
  );
  expect(message).toMatch(place);
  expect(message).toContain(`/${name}.csv, line `);
  fs.rmSync(folder, { recursive: true });
});
