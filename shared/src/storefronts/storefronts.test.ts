import fs from 'node:fs';
import path from 'node:path';
import {
  DEFAULT_STOREFRONT,
  findStorefrontByCategory,
  findStorefrontBySlug,
  isStorefrontId,
  storefronts,
  toStorefrontPath,
} from '@shop/contracts/storefronts';
import { storefrontLayouts } from './layouts';

const all = Object.values(storefronts);

test('the shop has two storefronts, Oriel for jewelry and Furrow for organic food; the default is jewelry (product 1.1)', () => {
  expect(all.map(({ id, name }) => [id, name])).toEqual([
    ['jewellery', 'Oriel'],
    ['organic', 'Furrow'],
  ]);
  expect(storefronts.organic.description).toMatch(/^Organic food/);
  expect(storefronts.jewellery.description).toMatch(/^Fine jewelry/);
  expect(DEFAULT_STOREFRONT).toBe('jewellery');
});

test.each([
  [
    'jewellery',
    'jewellery-store',
    '/api/jewellery',
    ['customization', 'certification', 'size-guide'],
    ['Rings', 'Necklaces', 'Earrings', 'Bracelets', 'Watches'],
  ],
  [
    'organic',
    'organic-store',
    '/api/organic',
    ['freshness-timer', 'delivery-slot', 'weight-options'],
    ['Fruits', 'Vegetables', 'Dairy', 'Grains', 'Snacks', 'Beverages'],
  ],
] as const)(
  'the %s storefront has a slug, an API base, features, categories, and the colors of its theme (product 1.3, 1.4, 1.8)',
  (id, slug, apiBase, features, categories) => {
    const storefront = storefronts[id];
    expect(storefront).toMatchObject({ name: expect.stringMatching(/^[A-Z]/), slug, apiBase, features });
    expect(storefront.categories.map(({ name }) => name)).toEqual(categories);
    const { primaryColor, secondaryColor, backgroundColor, textColor } = storefront.theme;
    const theme = fs.readFileSync(path.join(__dirname, id, 'theme.css'), 'utf8');
    for (const color of [primaryColor, secondaryColor, backgroundColor, textColor]) expect(theme).toContain(color);
    expect(backgroundColor).not.toBe(textColor);
  },
);

test.each(all)('$name is found by its id, its slug and its categories', ({ id, slug, categories }) => {
  expect(isStorefrontId(id)).toBe(true);
  expect(findStorefrontBySlug(storefronts, slug)).toBe(id);
  for (const category of categories) expect(findStorefrontByCategory(storefronts, category.slug)).toBe(id);
});

test.each(['', 'jewellery', 'fur-store', 'constructor', '__proto__'])('the slug "%s" is of no storefront', (slug) => {
  expect(findStorefrontBySlug(storefronts, slug)).toBeUndefined();
});

test.each([undefined, null, '', 'Jewellery', 'constructor', ['jewellery']])('%p is not an id', (value) => {
  expect(isStorefrontId(value)).toBe(false);
});

test.each(all)('the theme of $name styles no other storefront', ({ id }) => {
  const theme = fs.readFileSync(path.join(__dirname, id, 'theme.css'), 'utf8');
  const selectors = theme
    .split('\n')
    .filter((line) => line.endsWith('{') && !/^\s*@/.test(line))
    .map((line) => line.slice(0, -1).trim());
  expect(selectors).toContain(`[data-storefront='${id}']`);
  for (const selector of selectors) expect(selector).toMatch(new RegExp(`^\\[data-(?:storefront|brand)='${id}'\\]`));
});

test.each(all)('the menu of $name leads to its own categories', ({ id, categories }) => {
  const slugs = categories.map(({ slug }) => slug);
  for (const { category } of storefrontLayouts[id].menu.columns) expect(slugs).toContain(category);
});

test("a page that each storefront has is addressed by it, except the default storefront's (product 1.2)", () => {
  expect(toStorefrontPath('/about', 'jewellery')).toBe('/about');
  expect(toStorefrontPath('/about', 'organic')).toBe('/about?store=organic');
  expect(toStorefrontPath('/blog?page=2', 'organic')).toBe('/blog?page=2&store=organic');
});
