import fs from 'node:fs';
import path from 'node:path';
import { findStorefrontByCategory, findStorefrontBySlug, isStorefrontId, storefronts, toStorefrontPath } from '.';
import { storefrontLayouts } from './layouts';

const all = Object.values(storefronts);

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
