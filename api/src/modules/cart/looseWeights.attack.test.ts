import type { OrderItemInput, PricedCart, PricedLine } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { openDelivery } from '../../testing/openDelivery';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const LOOSE_PRODUCT = 'apples-green';
const STEP = { stepGrams: 250 };
const STEP_PRICE = 1;

describe.each(databaseKinds)('goods sold loose on %s', (kind) => {
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
  const newVisitor = () => new Visitor(app, database, `10.11.${(networks += 1)}.7`);
  const anItem = (quantity: number, variant_id = 'loose'): OrderItemInput => ({
    product_id: LOOSE_PRODUCT,
    variant_id,
    quantity,
  });
  const post = (items: object[]) => newVisitor().post('/cart/check', { items, coupon_code: null });
  const check = async (...items: OrderItemInput[]): Promise<PricedLine[]> =>
    (await post(items)).json<{ data: PricedCart }>().data.lines;
  const place = (visitor: Visitor, items: OrderItemInput[], expected_total: number) =>
    visitor.post('/orders', anOrderBody({ items, expected_total }), { headers: { 'idempotency-key': newKey() } });
  const setStock = (stock: number) =>
    database.query("UPDATE product_variants SET stock = $2 WHERE product_id = $1 AND id = 'loose'", [
      LOOSE_PRODUCT,
      stock,
    ]);

  test('a quantity counts steps: price, stock and line tell what a step is', async () => {
    await setStock(9);
    expect(await check(anItem(3), anItem(1, '1-kg-bag'))).toMatchObject([
      { name: 'Green Apples, Loose', unit_price: STEP_PRICE, quantity: 3, available: 9, measure: STEP },
      { name: 'Green Apples, 1\u00a0kg bag', measure: { grams: 1_000 } },
    ]);
    expect(await check(anItem(12))).toMatchObject([{ quantity: 9 }]);
  });

  test('the order keeps the weight, and its mail says it (product 5.17)', async () => {
    await setStock(9);
    const visitor = newVisitor();
    const placed = await place(visitor, [anItem(3)], 3 * STEP_PRICE);
    expect(placed.json().order.lines).toMatchObject([{ quantity: 3, measure: STEP, line_total: 3 * STEP_PRICE }]);
    const mail = (await visitor.readMails(anOrderBody().billing.email)).at(-1);
    expect(mail?.text).toContain('750\u00a0g Green Apples, Loose: $3.00');
    expect(mail?.text).toContain('750\u00a0g Green Apples, Loose');
    const { rows } = await database.query("SELECT stock FROM product_variants WHERE product_id = $1 AND id = 'loose'", [
      LOOSE_PRODUCT,
    ]);
    expect(rows).toEqual([{ stock: 6 }]);
  });

  test('an order stays what it was when its product is sold in other steps', async () => {
    await setStock(9);
    const visitor = newVisitor();
    const { number } = (await place(visitor, [anItem(2)], 2 * STEP_PRICE)).json().order;
    const setMeasure = (measure: object) =>
      database.query("UPDATE product_variants SET measure = $2 WHERE product_id = $1 AND id = 'loose'", [
        LOOSE_PRODUCT,
        JSON.stringify(measure),
      ]);
    await setMeasure({ stepGrams: 1_000 });
    const order = (await visitor.get(`/orders/${number}`)).json().order;
    await setMeasure(STEP);
    expect(order.lines).toMatchObject([{ measure: STEP }]);
  });

  test.each([
    ['half a step', { quantity: 2.5 }],
    ['a weight as text', { quantity: '750 g' }],
    ['no step', { quantity: 0 }],
    ['a negative weight', { quantity: -3 }],
    ['more steps than a line can have', { quantity: 100 }],
    ['a step of its own', { quantity: 3, measure: { stepGrams: 1 } }],
    ['a weight of its own', { quantity: 3, grams: 900 }],
  ])('%s cannot be ordered (product 5.17)', async (_what, fields) => {
    expect((await post([{ ...anItem(1), ...fields }])).statusCode).toBe(400);
  });

  test('the weight of another storefront is not sold, whatever the product says', async () => {
    await setStock(9);
    await database.query("UPDATE products SET store = 'jewellery-store' WHERE id = $1", [LOOSE_PRODUCT]);
    const lines = await check(anItem(1));
    const placed = await place(newVisitor(), [anItem(1)], STEP_PRICE);
    const listed = (await newVisitor().get('/products?store=jewellery-store&q=apples')).json().data.items;
    await database.query("UPDATE products SET store = 'organic-store' WHERE id = $1", [LOOSE_PRODUCT]);
    expect(listed).toMatchObject([{ id: LOOSE_PRODUCT, measure: null, freshnessDays: null }]);
    expect(lines).toEqual([]);
    expect(placed.json().code).toBe('TOTAL_CHANGED');
  });

  test('the listing shows the weight of what its price buys, and how long it keeps', async () => {
    const items = (await newVisitor().get('/products?store=organic-store&q=apples')).json().data.items;
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: LOOSE_PRODUCT, price: STEP_PRICE, measure: STEP, freshnessDays: 18 }),
        expect.objectContaining({ id: 'apples-gala', measure: { grams: 1_000 } }),
      ]),
    );
  });
});
