import { ATTRIBUTES, FACETS, toValueLabel } from './facets';

test('ids are lowercase words, each used once', () => {
  const ids = FACETS.map(({ id }) => id);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('titles are used once, because the filter groups are named by them', () => {
  const titles = [...FACETS.map(({ label }) => label), 'Price', 'Rating', 'Offers'];
  expect(new Set(titles).size).toBe(titles.length);
});

test('categories and brands have tables of their own, the other facets are attributes', () => {
  expect(FACETS.map(({ id }) => id)).toEqual(['category', 'brand', ...ATTRIBUTES.map(({ id }) => id)]);
});

test.each([
  ['silver-stone', 'Silver stone'],
  ['igl', 'IGL'],
  ['constructor', 'Constructor'],
  ['', ''],
  ['vegan igl', 'Vegan, IGL'],
])('the value "%s" is shown as "%s"', (value, label) => {
  expect(toValueLabel({ valueLabels: { igl: 'IGL' } }, value)).toBe(label);
});
