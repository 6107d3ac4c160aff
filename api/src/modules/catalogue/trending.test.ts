import type { FastifyInstance } from 'fastify';
import { listTrendingProducts, type TopProduct } from '@shop/shared/contracts';
import { Check } from '@sinclair/typebox/value';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

describe.each(databaseKinds)('trending on %s', (kind) => {
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
  const page = async (
    number: number,
    store = 'jewellery-store',
  ): Promise<{ products: TopProduct[]; page: number; pageCount: number }> =>
    (await app.inject(`/api/trending-products?store=${store}&page=${number}`)).json().data;

  test('two pages of eight, all different, as the contract says', async () => {
    const [first, second] = [await page(1), await page(2)];
    expect([first.products.length, second.products.length, first.pageCount]).toEqual([8, 8, 2]);
    expect(new Set([...first.products, ...second.products].map(({ id }) => id)).size).toBe(16);
    expect(Check(listTrendingProducts.response, (await app.inject('/api/trending-products')).json())).toBe(true);
    expect((await page(99)).page).toBe(2);
    expect(
      new Set((await page(1, 'organic-store')).products.map(({ id }) => id)).has(first.products[0]?.id ?? ''),
    ).toBe(false);
  });

  test('without sales, the best rated come first', async () => {
    const ratings = [...(await page(1)).products, ...(await page(2)).products].map(({ rating }) => rating ?? 0);
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
  });

  test('what sells comes first, until a month has passed; what was cancelled does not count', async () => {
    const before = [...(await page(1)).products, ...(await page(2)).products].map(({ id }) => id);
    const { rows } = await database.query<{ id: string; price: number; variant: string | null }>(
      `SELECT id, price_cents / 100.0 AS price, NULL AS variant FROM products
       WHERE store = 'jewellery-store' AND id <> ALL($1::text[]) AND NOT price_from AND stock > 2 AND variant_label = '' ORDER BY id LIMIT 2`,
      [before],
    );
    const [sold, cancelled] = rows;
    if (!sold || !cancelled) throw new Error('The seeds have too few products for this test');
    const order = async ({ id, price }: { id: string; price: number }): Promise<string> => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody({
          items: [{ product_id: id, variant_id: null, quantity: 1 }],
          expected_total: Number(price),
        }),
      });
      expect(answer.json()).toMatchObject({ status: true });
      return answer.json().order.number;
    };
    await order(sold);
    await database.query("UPDATE orders SET status = 'cancelled' WHERE number = $1", [await order(cancelled)]);
    const after = [...(await page(1)).products, ...(await page(2)).products].map(({ id }) => id);
    expect(after[0]).toBe(sold.id);
    expect(after).not.toContain(cancelled.id);
    now = new Date(now.getTime() + 31 * 86_400_000);
    expect((await page(1)).products[0]?.id).toBe(before[0]);
  });
});
