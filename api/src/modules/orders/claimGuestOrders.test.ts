import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

describe.each(databaseKinds)('orders of guests on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    await database.query("UPDATE products SET stock = 1000 WHERE id = 'ring-halo'");
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const newVisitor = (): Visitor => new Visitor(app, database);
  const place = async (visitor: Visitor, email: string): Promise<string> => {
    const body = anOrderBody({ expected_total: 320, billing: { ...anOrderBody().billing, email } });
    const placed = await visitor.post('/orders', body, { headers: { 'idempotency-key': newKey() } });
    return placed.json().order.number;
  };
  const listNumbers = async (visitor: Visitor): Promise<string[]> =>
    (await visitor.get('/orders')).json().data.items.map(({ number }: { number: string }) => number);

  test('join the account that is made with their email address in the same browser (product 7.11)', async () => {
    const guest = newVisitor();
    const number = await place(guest, 'Ada@Example.com');
    await guest.register('ada@example.com');
    expect(await listNumbers(guest)).toEqual([number]);
    await guest.post('/logout');
    guest.token = undefined;
    expect((await guest.get(`/orders/${number}`)).statusCode).toBe(404);
  });

  test('join an account at its next sign-in', async () => {
    const customer = newVisitor();
    await customer.register('grace@example.com');
    await customer.post('/logout');
    customer.token = undefined;
    const number = await place(customer, 'grace@example.com');
    await customer.login('grace@example.com');
    expect(await listNumbers(customer)).toEqual([number]);
  });

  test('stay as they are with another email address, or in another browser', async () => {
    const guest = newVisitor();
    await place(guest, 'somebody@example.com');
    await guest.register('eve@example.com');
    expect(await listNumbers(guest)).toEqual([]);

    const elsewhere = newVisitor();
    await place(newVisitor(), 'mallory@example.com');
    await elsewhere.register('mallory@example.com');
    expect(await listNumbers(elsewhere)).toEqual([]);
  });

  test('bring their uses of coupons: one that is for once is refused in the cart, and with another address', async () => {
    await database.query(
      "INSERT INTO coupons (code, kind, amount, max_uses_per_customer) VALUES ('ONCE', 'percent', 10, 1)",
    );
    const guest = newVisitor();
    const placeWithCoupon = (email: string) =>
      guest.post(
        '/orders',
        anOrderBody({ coupon_code: 'ONCE', expected_total: 288, billing: { ...anOrderBody().billing, email } }),
        { headers: { 'idempotency-key': newKey() } },
      );
    expect((await placeWithCoupon('kim@example.com')).statusCode).toBe(200);
    await guest.register('kim@example.com');
    const items = [{ product_id: 'ring-halo', variant_id: null, quantity: 1 }];
    expect((await guest.post('/cart/coupon', { code: 'ONCE', items })).statusCode).toBe(422);
    expect((await placeWithCoupon('other@example.com')).json().code).toBe('ORDER_COUPON_REFUSED');
  });
});
