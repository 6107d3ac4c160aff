import type { BoughtProduct } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { openDelivery } from '../../testing/openDelivery';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

describe.each(databaseKinds)('what a customer has bought on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance & { afterReply: { settled(): Promise<void> } };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await openDelivery(database);
    app = await buildTestApp(database);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  let networks = 0;
  const newCustomer = async (email: string): Promise<Visitor> => {
    const visitor = new Visitor(app, database, `10.12.${(networks += 1)}.7`);
    await visitor.register(email);
    return visitor;
  };
  type Item = readonly [product: string, variant: string | null, quantity: number];
  const order = async (visitor: Visitor, ...items: Item[]): Promise<string> => {
    const body = items.map(([product_id, variant_id, quantity]) => ({ product_id, variant_id, quantity }));
    const { total } = (await visitor.post('/cart/check', { items: body, coupon_code: null })).json().data;
    // A mailbox gets five orders a day.
    const billing = { ...anOrderBody().billing, email: `${newKey()}@example.com` };
    const placed = await visitor.post('/orders', anOrderBody({ items: body, expected_total: total, billing }), {
      headers: { 'idempotency-key': newKey() },
    });
    return placed.json().order.number;
  };
  const list = async (visitor: Visitor): Promise<BoughtProduct[]> =>
    (await visitor.get('/bought-products')).json().data;

  test('is listed most often bought first, as it was bought last, and without canceled orders (product 9.4)', async () => {
    const visitor = await newCustomer('regular@example.com');
    await order(visitor, ['bananas', null, 1], ['apples-green', '1-kg-bag', 2]);
    await order(visitor, ['apples-green', 'loose', 3]);
    const canceled = await order(visitor, ['carrots', null, 1]);
    await visitor.post(`/orders/${canceled}/cancel`);
    expect(await list(visitor)).toMatchObject([
      {
        product_id: 'apples-green',
        name: 'Green Apples',
        times: 2,
        line: { variant_id: 'loose', quantity: 3, unit_price: 1, measure: { stepGrams: 250 } },
      },
      { product_id: 'bananas', times: 1, line: { variant_id: null, quantity: 1 } },
    ]);
  });

  test('a weight stays what it was when its product is sold in other steps (product 9.4)', async () => {
    const visitor = await newCustomer('steps@example.com');
    await order(visitor, ['apples-green', 'loose', 6]);
    expect((await visitor.get('/orders')).json().data.items[0].lines[0].measure).toEqual({ stepGrams: 250 });
    const setSteps = (grams: number) =>
      database.query("UPDATE product_variants SET measure = $1 WHERE product_id = 'apples-green' AND id = 'loose'", [
        JSON.stringify({ stepGrams: grams }),
      ]);
    await setSteps(500);
    const bought = await list(visitor);
    await setSteps(4_000);
    const boughtInLargeSteps = await list(visitor);
    await setSteps(250);
    expect([bought, boughtInLargeSteps].map(([product]) => product?.line?.quantity)).toEqual([3, 1]);
  });

  test('what is sold out, or no longer sold, stays listed without a line (product 9.4)', async () => {
    const visitor = await newCustomer('late@example.com');
    await order(visitor, ['lemons', 'loose', 2], ['oranges', null, 1]);
    await database.query("UPDATE product_variants SET stock = 0 WHERE product_id = 'lemons' AND id = 'loose'");
    await database.query("DELETE FROM products WHERE id = 'oranges'");
    const bought = await list(visitor);
    expect(bought.map(({ name, line }) => [name, line])).toEqual(
      expect.arrayContaining([
        ['Lemons', null],
        ['Oranges', null],
      ]),
    );
    await database.query("UPDATE product_variants SET stock = 1 WHERE product_id = 'lemons' AND id = 'loose'");
    expect((await list(visitor)).find(({ name }) => name === 'Lemons')).toMatchObject({ line: { quantity: 1 } });
  });

  test('is shown to nobody else: guests are refused, and others have their own list (product 9.4)', async () => {
    const visitor = await newCustomer('owner@example.com');
    await order(visitor, ['bananas', null, 1]);
    expect(await list(await newCustomer('other@example.com'))).toEqual([]);
    expect((await new Visitor(app, database, '10.12.250.7').get('/bought-products')).statusCode).toBe(401);
  });
});
