import { checkCart, getCart, putCart } from '@shop/shared/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const ring = (quantity: number) => ({ product_id: 'ring-halo', variant_id: null, quantity });
const band = (quantity: number) => ({ product_id: 'ring-eternity', variant_id: '54-mm', quantity });

describe.each(databaseKinds)('the cart on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let people = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(() => database.query("UPDATE products SET stock = 10, price_cents = 32000 WHERE id = 'ring-halo'"));

  const signUp = async (): Promise<Visitor> => {
    people += 1;
    const visitor = new Visitor(app, database, `198.51.${kind.length}.${people}`);
    await visitor.register(`cart-${kind}-${people}@example.com`.toLowerCase());
    return visitor;
  };
  const put = (visitor: Visitor, version: number, items: unknown, coupon_code: string | null = null) =>
    visitor.put('/cart', { version, items, coupon_code });
  const check = (items: unknown) =>
    app.inject({ method: 'POST', url: '/api/cart/check', payload: { items, coupon_code: null } as object });

  test('an account has its cart on every device', async () => {
    const phone = await signUp();
    expect((await phone.get('/cart')).json().data).toMatchObject({ version: 0, lines: [], total: 0 });
    const kept = await put(phone, 0, [ring(2), band(1)]);
    expect(Check(putCart.response, kept.json())).toBe(true);
    expect(kept.json().data).toMatchObject({ version: 1, subtotal: 930, total: 930 });
    const read = await phone.get('/cart');
    expect(Check(getCart.response, read.json())).toBe(true);
    expect(read.json().data.lines).toMatchObject([
      {
        product_id: 'ring-halo',
        name: 'Halo Diamond Ring',
        category: 'Rings',
        unit_price: 320,
        quantity: 2,
        available: 10,
      },
      { product_id: 'ring-eternity', variant_id: '54-mm', unit_price: 290, quantity: 1 },
    ]);
    expect(read.headers['cache-control']).toBe('no-store');
  });

  test('changing an outdated version is a conflict that returns the current cart', async () => {
    const visitor = await signUp();
    await put(visitor, 0, [ring(1)]);
    const stale = await put(visitor, 0, [band(1)]);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'CART_CHANGED',
      kept_cart: { version: 1, lines: [{ product_id: 'ring-halo' }] },
    });
  });

  test('a change that comes twice is saved once, and the second is told so: its page may have been left before the first answer', async () => {
    const visitor = await signUp();
    const first = await put(visitor, 0, [ring(2), band(1)]);
    const again = await put(visitor, 0, [ring(2), band(1)]);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    expect((await put(visitor, 0, [ring(2)])).statusCode).toBe(409);
    expect((await put(visitor, 0, [ring(2), band(1)], 'WELCOME10')).statusCode).toBe(409);
  });

  test('of twenty concurrent changes of one version, one is stored', async () => {
    const visitor = await signUp();
    for (const version of [0, 1]) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => put(visitor, version, [ring(1 + (n % 9))])),
      );
      const kept = answers
        .filter(({ statusCode }) => statusCode === 200)
        .map((answer) => answer.json().data.lines[0].quantity);
      expect(new Set(kept).size).toBe(1);
      // Two or three of the twenty ask for the same; the others are told what is there.
      expect(kept.length).toBeLessThanOrEqual(3);
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(20 - kept.length);
    }
    expect((await visitor.get('/cart')).json().data.version).toBe(2);
  });

  test('stored quantities are capped at stock, removed products are dropped, and prices are current', async () => {
    const visitor = await signUp();
    await database.query("UPDATE products SET stock = 3 WHERE id = 'ring-halo'");
    const kept = await put(visitor, 0, [ring(9), { product_id: 'gone', variant_id: null, quantity: 1 }]);
    expect(kept.json().data.lines).toMatchObject([{ quantity: 3, available: 3 }]);
    await database.query("UPDATE products SET price_cents = 33000, stock = 2 WHERE id = 'ring-halo'");
    expect((await visitor.get('/cart')).json().data).toMatchObject({
      lines: [{ unit_price: 330, quantity: 2 }],
      total: 660,
    });
    await database.query("UPDATE products SET stock = 0 WHERE id = 'ring-halo'");
    expect((await visitor.get('/cart')).json().data.lines).toEqual([]);
  });

  test('a coupon stays with the cart, and leaves with it', async () => {
    const visitor = await signUp();
    await put(visitor, 0, [ring(1)]);
    expect((await visitor.post('/cart/coupon', { code: 'welcome10', items: [ring(1)] })).json().data.total).toBe(288);
    expect((await visitor.get('/cart')).json().data).toMatchObject({
      coupon: { code: 'WELCOME10' },
      discount: 32,
      total: 288,
    });
    await visitor.delete('/cart/coupon');
    expect((await visitor.get('/cart')).json().data).toMatchObject({ coupon: null, total: 320 });
  });

  test("the cart is its account's: nobody signed out reads or writes one, and no other account does", async () => {
    const [ada, eve] = [await signUp(), await signUp()];
    await put(ada, 0, [ring(1)]);
    const nobody = new Visitor(app, database);
    expect((await nobody.get('/cart')).statusCode).toBe(401);
    expect((await put(nobody, 0, [ring(1)])).statusCode).toBe(401);
    expect((await eve.get('/cart')).json().data.lines).toEqual([]);
    await put(eve, 0, []);
    await eve.delete('/cart/coupon');
    expect((await ada.get('/cart')).json().data.lines).toHaveLength(1);
    expect(
      (await ada.call('PUT', '/cart', { version: 1, items: [], coupon_code: null, account_id: 'eve' })).statusCode,
    ).toBe(400);
  });

  test('a session without its CSRF token cannot change the cart', async () => {
    const visitor = await signUp();
    visitor.token = undefined;
    expect((await put(visitor, 0, [ring(1)])).statusCode).toBe(401);
    expect((await visitor.get('/cart')).statusCode).toBe(200);
  });

  test("a guest's cart is priced, and kept nowhere", async () => {
    const answer = await check([ring(12), band(1)]);
    expect(Check(checkCart.response, answer.json())).toBe(true);
    expect(answer.json().data).toMatchObject({
      lines: [{ quantity: 10, available: 10 }, { quantity: 1 }],
      subtotal: 3490,
    });
    expect((await database.query('SELECT 1 FROM carts WHERE account_id IS NULL')).rowCount).toBe(0);
  });

  test.each([-1, 0, 1.5, 100, 1e308, '1', 2 ** 31, null])('the quantity %s is refused', async (quantity) => {
    expect((await check([{ product_id: 'ring-halo', variant_id: null, quantity }])).statusCode).toBe(400);
  });

  test('51 lines are refused with a sentence', async () => {
    const refused = await check(Array.from({ length: 51 }, () => ring(1)));
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields.items).toBe('An order has 1 to 50 lines of 1 to 99 pieces each.');
  });

  test.each([
    ['a price in a line', { items: [{ ...ring(1), price: 0.01 }] }],
    ['a discount', { discount: 320 }],
    ['a negative version', { version: -1 }],
    ['a version beyond the column', { version: 2 ** 31 }],
  ])('%s in the body is refused', async (_what, change) => {
    const visitor = await signUp();
    expect(
      (await visitor.put('/cart', { version: 0, items: [ring(1)], coupon_code: null, ...change })).statusCode,
    ).toBe(400);
  });

  test('the same product twice is one line', async () => {
    expect((await check([ring(2), ring(3)])).json().data.lines).toMatchObject([{ quantity: 5 }]);
  });
});
