import { suggest, type Suggestions } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

describe.each(databaseKinds)('suggestions on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const requestSuggestions = async (q: string, store = 'jewellery-store'): Promise<Suggestions> => {
    const response = await app.inject({ url: `/api/search/suggest?${new URLSearchParams({ q, store })}` });
    expect({ q, status: response.statusCode, fits: Check(suggest.response, response.json()) }).toEqual({
      q,
      status: 200,
      fits: true,
    });
    return response.json().data;
  };
  const listNames = ({ products }: Suggestions): string[] => products.map(({ name }) => name);

  test('a few letters find matching categories, brands and at most five products', async () => {
    const found = await requestSuggestions('ring');
    expect(found.categories.map(({ slug }) => slug)).toEqual(['rings']);
    expect(found.products).toHaveLength(5);
    expect(listNames(found).every((name) => name.toLowerCase().includes('ring'))).toBe(true);
    expect(found.corrected).toBeNull();
    expect((await requestSuggestions('maison')).brands.map(({ name }) => name)).toEqual(['Maison Vey']);
  });

  test.each([
    ['dimond', 'diamond'],
    ['neckalce', 'necklace'],
    ['braclet', 'bracelet'],
    ['saphire halo', 'sapphire halo'],
    ['rign', 'ring'],
  ])('the typo %s is corrected to %s', async (typed, meant) => {
    const found = await requestSuggestions(typed);
    expect(found.corrected?.startsWith(meant)).toBe(true);
    expect(found.products.length + found.categories.length).toBeGreaterThan(0);
  });

  test('an unfinished misspelled word is completed', async () => {
    expect((await requestSuggestions('emaral')).corrected).toBe('emerald');
  });

  test('"gluten free" suggests what is free from it', async () => {
    expect((await requestSuggestions('gluten free', 'organic-store')).products).toHaveLength(5);
  });

  test('each storefront suggests only its own products', async () => {
    expect(listNames(await requestSuggestions('tomato', 'organic-store'))[0]).toMatch(/tomato/i);
    expect((await requestSuggestions('tomatoe', 'jewellery-store')).products).toEqual([]);
  });

  test.each([
    '',
    ' ',
    '%',
    '_',
    '\\',
    "'; DROP TABLE products; --",
    '💍',
    'a',
    'zzzzzzzz',
    '12345',
    'x'.repeat(9_000),
    'ring '.repeat(500),
    '\0',
    '[^a',
  ])('the query %j causes no server error', async (q) => {
    await requestSuggestions(q);
  });

  test('an empty search and an unknown word get no suggestions', async () => {
    const none = { corrected: null, categories: [], brands: [], products: [] };
    expect(await requestSuggestions('')).toEqual(none);
    expect(await requestSuggestions('qqqqqqqq')).toEqual(none);
  });
});
