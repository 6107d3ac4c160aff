import type { FastifyInstance } from 'fastify';
import { listTrendingProducts, type TopProduct } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

describe.each(databaseKinds)('trending products on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = new Date('2026-11-21T12:00:00Z');
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  const readPage = async (
    number: number,
    store = 'jewellery-store',
  ): Promise<{ products: TopProduct[]; page: number; pageCount: number }> =>
    (await app.inject(`/api/trending-products?store=${store}&page=${number}`)).json().data;

  test('there are two pages of eight distinct products', async () => {
    const [first, second] = [await readPage(1), await readPage(2)];
    expect([first.products.length, second.products.length, first.pageCount]).toEqual([8, 8, 2]);
    expect(new Set([...first.products, ...second.products].map(({ id }) => id)).size).toBe(16);
    expect(Check(listTrendingProducts.response, (await app.inject('/api/trending-products')).json())).toBe(true);
    expect(first.products.every(({ seller_name: seller }) => seller)).toBe(true);
    expect((await readPage(99)).page).toBe(2);
    expect(
      new Set((await readPage(1, 'organic-store')).products.map(({ id }) => id)).has(first.products[0]?.id ?? ''),
    ).toBe(false);
  });

  test('without sales, the best rated come first', async () => {
    const ratings = [...(await readPage(1)).products, ...(await readPage(2)).products].map(({ rating }) => rating ?? 0);
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
  });

  test('products sold within a month come first; canceled orders do not count', async () => {
    const before = [...(await readPage(1)).products, ...(await readPage(2)).products].map(({ id }) => id);
    const { rows } = await database.query<{ id: string; price: number; variant: string | null }>(
      `SELECT id, price_cents / 100.0 AS price, NULL AS variant FROM products
       WHERE store = 'jewellery-store' AND id <> ALL($1::text[]) AND NOT price_from AND stock > 2 AND variant_label = '' ORDER BY id LIMIT 2`,
      [before],
    );
    const [sold, canceled] = rows;
    if (!sold || !canceled) throw new Error('The seeds have too few products for this test');
    const placeOrder = async ({ id, price }: { id: string; price: number }): Promise<string> => {
      const response = await app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody({
          items: [{ product_id: id, variant_id: null, quantity: 1 }],
          expected_total: Number(price),
        }),
      });
      expect(response.json()).toMatchObject({ status: true });
      return response.json().order.number;
    };
    await placeOrder(sold);
    await database.query("UPDATE orders SET status = 'canceled' WHERE number = $1", [await placeOrder(canceled)]);
    const after = [...(await readPage(1)).products, ...(await readPage(2)).products].map(({ id }) => id);
    expect(after[0]).toBe(sold.id);
    expect(after).not.toContain(canceled.id);
    now = new Date(now.getTime() + 31 * 86_400_000);
    expect((await readPage(1)).products[0]?.id).toBe(before[0]);
  });
});
