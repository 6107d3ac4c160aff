import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../src/database/Database';
import { openUpdatedDatabase } from '../src/openUpdatedDatabase';
import { anOrderBody, buildTestApp, newKey } from '../src/testing/testApp';
import { databaseKinds, openTestDatabase } from '../src/testing/testDatabase';
import { removeDemo } from './removeDemo';
import { syncCatalog } from './syncCatalog';

const NO_MEDIA = '/nonexistent/manifest.json';
const RING = { product_id: 'ring-halo', variant_id: null, quantity: 1 };

const count = async (database: Database): Promise<Record<string, number>> => {
  const tables = [
    'products',
    'product_variants',
    'reviews',
    'categories',
    'brands',
    'posts',
    'delivery_areas',
    'coupons',
  ];
  const { rows } = await database.query<Record<string, number>>(
    `SELECT ${tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`).join(', ')}`,
  );
  return rows[0] ?? {};
};

describe.each(databaseKinds)('the demonstration on %s', (kind) => {
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

  test('it is removed but for what orders have and what staff have changed, and does not come back (product 16.44)', async () => {
    const order = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ items: [RING], expected_total: 320 }),
    });
    const { number } = order.json().order;
    await database.query("UPDATE products SET imported_at = now() WHERE id = 'carrots'");
    await database.query("UPDATE categories SET edited_at = now() WHERE slug = 'watches'");
    await database.query("UPDATE posts SET edited_at = now() WHERE id = 'fruit-picked-ripe'");
    const removed = await database.transaction(removeDemo);
    expect(removed).toMatchObject({ archived: 1, coupons: 2 });
    // The carrots, their category and brand; the archived ring, without its category.
    const left = await count(database);
    expect(left).toMatchObject({ products: 2, categories: 2, brands: 1, posts: 1, delivery_areas: 0, coupons: 0 });
    expect((await app.inject(`/api/orders/${number}`)).statusCode).toBeLessThan(500);
    await syncCatalog(database, NO_MEDIA);
    expect(await count(database)).toEqual(left);
    expect((await app.inject('/api/products?store=jewellery-store')).json().data).toMatchObject({
      items: [],
      total: 0,
    });
    expect((await app.inject('/api/products?store=organic-store')).json().data).toMatchObject({ total: 1 });
  });
});

test('a shop can begin empty: it has currencies, and its lists are empty instead of failing (product 16.44)', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'empty-shop-'));
  const place = { databaseUrl: undefined, dataDirectory: path.join(folder, 'pglite'), mediaManifest: NO_MEDIA };
  const database = await openUpdatedDatabase({ ...place, seed: 'none' });
  const app = await buildTestApp(database);
  const empty = { products: 0, reviews: 0, categories: 0, brands: 0, posts: 0, delivery_areas: 0, coupons: 0 };
  expect(await count(database)).toMatchObject(empty);
  const read = async (url: string): Promise<unknown> => {
    const answer = await app.inject(`/api${url}`);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return answer.json().data;
  };
  expect(await read('/currencies')).toHaveLength(3);
  expect(await read('/products')).toMatchObject({ items: [], total: 0, page: 1 });
  for (const url of ['/categories', '/brands']) expect(await read(url)).toEqual([]);
  for (const url of [
    '/categories-with-products',
    '/category-products',
    '/trending-products',
    '/search/suggest?q=ring',
    '/posts',
  ])
    await read(url);
  await app.close();
  await database.close();
  fs.rmSync(folder, { recursive: true });
}, 60_000);
