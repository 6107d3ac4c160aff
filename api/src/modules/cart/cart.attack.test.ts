import { checkCart, getCart, putCart } from '@shop/contracts';
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

  const registerVisitor = async (): Promise<Visitor> => {
    people += 1;
    const visitor = new Visitor(app, database, `198.51.${kind.length}.${people}`);
    await visitor.register(`cart-${kind}-${people}@example.com`.toLowerCase());
    return visitor;
  };
  const saveCart = (visitor: Visitor, version: number, items: unknown, coupon_code: string | null = null) =>
    visitor.put('/cart', { version, items, coupon_code });
  const checkItems = (items: unknown) =>
    app.inject({ method: 'POST', url: '/api/cart/check', payload: { items, coupon_code: null } as object });

  test('an account has the same cart on every device (product 6.7)', async () => {
    const phone = await registerVisitor();
    expect((await phone.get('/cart')).json().data).toMatchObject({ version: 0, lines: [], total: 0 });
    const saved = await saveCart(phone, 0, [ring(2), band(1)]);
    expect(Check(putCart.response, saved.json())).toBe(true);
    expect(saved.json().data).toMatchObject({ version: 1, subtotal: 930, total: 930 });
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
    const visitor = await registerVisitor();
    await saveCart(visitor, 0, [ring(1)]);
    const stale = await saveCart(visitor, 0, [band(1)]);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'CART_CHANGED',
      kept_cart: { version: 1, lines: [{ product_id: 'ring-halo' }] },
    });
  });

  // A page that was left before the first response arrived sends its change again.
  test('a change that is sent twice is saved once and gets the same response', async () => {
    const visitor = await registerVisitor();
    const first = await saveCart(visitor, 0, [ring(2), band(1)]);
    const again = await saveCart(visitor, 0, [ring(2), band(1)]);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    expect((await saveCart(visitor, 0, [ring(2)])).statusCode).toBe(409);
    expect((await saveCart(visitor, 0, [ring(2), band(1)], 'WELCOME10')).statusCode).toBe(409);
  });

  test('of twenty concurrent changes of one version, one is stored', async () => {
    const visitor = await registerVisitor();
    for (const version of [0, 1]) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, n) => saveCart(visitor, version, [ring(1 + (n % 9))])),
      );
      const saved = responses
        .filter(({ statusCode }) => statusCode === 200)
        .map((response) => response.json().data.lines[0].quantity);
      expect(new Set(saved).size).toBe(1);
      // Two or three of the twenty request the same quantity; the others get a conflict.
      expect(saved.length).toBeLessThanOrEqual(3);
      expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(20 - saved.length);
    }
    expect((await visitor.get('/cart')).json().data.version).toBe(2);
  });

  test('stored quantities are capped at stock, removed products are dropped, and prices are current', async () => {
    const visitor = await registerVisitor();
    await database.query("UPDATE products SET stock = 3 WHERE id = 'ring-halo'");
    const saved = await saveCart(visitor, 0, [ring(9), { product_id: 'gone', variant_id: null, quantity: 1 }]);
    expect(saved.json().data.lines).toMatchObject([{ quantity: 3, available: 3 }]);
    await database.query("UPDATE products SET price_cents = 33000, stock = 2 WHERE id = 'ring-halo'");
    expect((await visitor.get('/cart')).json().data).toMatchObject({
      lines: [{ unit_price: 330, quantity: 2 }],
      total: 660,
    });
    await database.query("UPDATE products SET stock = 0 WHERE id = 'ring-halo'");
    expect((await visitor.get('/cart')).json().data.lines).toEqual([]);
  });

  test('a coupon is stored with the cart until it is removed', async () => {
    const visitor = await registerVisitor();
    await saveCart(visitor, 0, [ring(1)]);
    expect((await visitor.post('/cart/coupon', { code: 'welcome10', items: [ring(1)] })).json().data.total).toBe(288);
    expect((await visitor.get('/cart')).json().data).toMatchObject({
      coupon: { code: 'WELCOME10' },
      discount: 32,
      total: 288,
    });
    await visitor.delete('/cart/coupon');
    expect((await visitor.get('/cart')).json().data).toMatchObject({ coupon: null, total: 320 });
  });

  test('a cart can be read and changed only by its account', async () => {
    const [ada, eve] = [await registerVisitor(), await registerVisitor()];
    await saveCart(ada, 0, [ring(1)]);
    const guest = new Visitor(app, database);
    expect((await guest.get('/cart')).statusCode).toBe(401);
    expect((await saveCart(guest, 0, [ring(1)])).statusCode).toBe(401);
    expect((await eve.get('/cart')).json().data.lines).toEqual([]);
    await saveCart(eve, 0, []);
    await eve.delete('/cart/coupon');
    expect((await ada.get('/cart')).json().data.lines).toHaveLength(1);
    expect(
      (await ada.call('PUT', '/cart', { version: 1, items: [], coupon_code: null, account_id: 'eve' })).statusCode,
    ).toBe(400);
  });

  test('a session without its CSRF token cannot change the cart', async () => {
    const visitor = await registerVisitor();
    visitor.token = undefined;
    expect((await saveCart(visitor, 0, [ring(1)])).statusCode).toBe(401);
    expect((await visitor.get('/cart')).statusCode).toBe(200);
  });

  test("a guest's cart is priced but not stored", async () => {
    const response = await checkItems([ring(12), band(1)]);
    expect(Check(checkCart.response, response.json())).toBe(true);
    expect(response.json().data).toMatchObject({
      lines: [{ quantity: 10, available: 10 }, { quantity: 1 }],
      subtotal: 3490,
    });
    expect((await database.query('SELECT 1 FROM carts WHERE account_id IS NULL')).rowCount).toBe(0);
  });

  test.each([-1, 0, 1.5, 100, 1e308, '1', 2 ** 31, null])('the quantity %s is refused', async (quantity) => {
    expect((await checkItems([{ product_id: 'ring-halo', variant_id: null, quantity }])).statusCode).toBe(400);
  });

  test('51 line items are refused with a message', async () => {
    const refused = await checkItems(Array.from({ length: 51 }, () => ring(1)));
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields.items).toBe('An order has 1 to 50 lines of 1 to 99 pieces each.');
  });

  test.each([
    ['a price in a line', { items: [{ ...ring(1), price: 0.01 }] }],
    ['a discount', { discount: 320 }],
    ['a negative version', { version: -1 }],
    ['a version beyond the column', { version: 2 ** 31 }],
  ])('%s in the body is refused', async (_what, change) => {
    const visitor = await registerVisitor();
    expect(
      (await visitor.put('/cart', { version: 0, items: [ring(1)], coupon_code: null, ...change })).statusCode,
    ).toBe(400);
  });

  test('the same product twice becomes one line item', async () => {
    expect((await checkItems([ring(2), ring(3)])).json().data.lines).toMatchObject([{ quantity: 5 }]);
  });
});
