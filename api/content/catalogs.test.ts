import fs from 'node:fs';
import path from 'node:path';
import { toSlugs } from '@shop/contracts';
import { FREE_FROM_NAMES } from '../src/modules/catalog/freeFrom';
import { listCatalogs } from './data/catalogs';

const catalogs = listCatalogs();
const products = catalogs.flatMap((catalog) => catalog.products.map((product) => ({ ...product, catalog })));
const findRepeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

test('each storefront has at least 34 products, and each category at least 3', () => {
  for (const { store, categories, products: own } of catalogs) {
    expect([store, own.length >= 34]).toEqual([store, true]);
    const small = categories.filter(({ slug }) => own.filter(({ category }) => category === slug).length < 3);
    expect(small).toEqual([]);
  }
});

test('ids, SKUs, names and descriptions are used once', () => {
  expect(findRepeated(products.map(({ id }) => id))).toEqual([]);
  expect(findRepeated(products.map(({ sku }) => sku))).toEqual([]);
  expect(findRepeated(products.map(({ name }) => name))).toEqual([]);
  expect(findRepeated(products.map(({ description }) => description))).toEqual([]);
});

test('each product has 4 to 8 reviews of its own', () => {
  expect(products.filter(({ reviews }) => reviews.length < 4 || reviews.length > 8).map(({ id }) => id)).toEqual([]);
  const sentences = products.flatMap(({ reviews }) => reviews.flatMap(([, , comment]) => comment.split(/(?<=[.!?]) /)));
  expect(findRepeated(sentences)).toEqual([]);
});

test('each product has a picture, and every picture that it names exists', () => {
  const missing = products.flatMap(({ id, pictures = [`${id}-1`], catalog: { folder } }) =>
    pictures.filter((name) => !fs.existsSync(path.join(__dirname, 'media', folder, `${name}.webp`))),
  );
  expect(missing).toEqual([]);
});

test('food is described by diet and allergens, jewelry by material, stone and color', () => {
  for (const { id, catalog, material, stone, color, free_from: freeFrom = '', specifications } of products) {
    const described = [material, stone, color].filter(Boolean).length;
    expect([id, described]).toEqual([id, catalog.store === 'organic-store' ? 0 : 3]);
    const allergens = (specifications['Allergens'] ?? '').split(/may contain/i)[0]?.toLowerCase() ?? '';
    expect([id, toSlugs(freeFrom).filter((slug) => allergens.includes(`contains ${slug}`))]).toEqual([id, []]);
  }
});

test('searches know what food is free from', () => {
  const known = Object.keys(FREE_FROM_NAMES);
  expect(products.flatMap(({ free_from: slugs }) => toSlugs(slugs).filter((slug) => !known.includes(slug)))).toEqual(
    [],
  );
});

test('a number and its unit are on one line: the space between them does not break (product 10.6)', () => {
  const posts = path.join(__dirname, 'posts');
  const files = fs.readdirSync(posts, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  const texts = [
    JSON.stringify(catalogs, null, 1),
    ...files.map((file) => fs.readFileSync(path.join(posts, file), 'utf8')),
  ];
  expect(texts.length).toBeGreaterThan(10);
  const lines = texts.flatMap((text) => text.split('\n'));
  expect(lines.filter((line) => /\d (?:k?g|mg|ml|L|ct|[cm]?m|kJ|kcal|atm|°[CF])\b/.test(line))).toEqual([]);
});

test('variants of a product start at its price', () => {
  const wrong = products.filter(
    ({ price, variants }) => variants && Math.min(...variants.map(([, dollars]) => dollars)) !== price,
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('the values of a report are those of the texts about the piece', () => {
  const certified = products.flatMap(({ storeFeatures: { certification }, ...product }) =>
    certification ? [{ ...certification, product }] : [],
  );
  expect(certified.length).toBeGreaterThan(8);
  for (const { values, product } of certified) {
    const texts = JSON.stringify([product.short, product.description, product.features, product.specifications]);
    // "Three lab-grown diamonds" are described as such; numbers, colors and clarities must be the same ones.
    const facts = values.flatMap(({ value }) => value.match(/\d[\d.]*|\b(?:[D-K]|VS[12]?)\b|^[A-Z][a-z]+$/g) ?? []);
    expect([product.id, facts.filter((fact) => !texts.toLowerCase().includes(fact.toLowerCase()))]).toEqual([
      product.id,
      [],
    ]);
  }
});

test('each ring has the size guide, and sizes to choose or one size', () => {
  const rings = products.filter(({ category }) => category === 'rings');
  expect(rings.length).toBeGreaterThan(12);
  expect(rings.filter(({ storeFeatures }) => !storeFeatures.sizeGuide).map(({ id }) => id)).toEqual([]);
  expect(
    rings
      .filter(({ variants, storeFeatures }) => (variants === undefined) === (storeFeatures.ringSize === undefined))
      .map(({ id }) => id),
  ).toEqual([]);
});
