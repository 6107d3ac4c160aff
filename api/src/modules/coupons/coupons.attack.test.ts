import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const NOW = new Date('2026-11-21T12:00:00Z');
const RING = [{ product_id: 'ring-halo', variant_id: null, quantity: 1 }];

describe.each(databaseKinds)('coupons on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = NOW;
  let networks = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
    await database.query("UPDATE products SET stock = 1000 WHERE id = 'ring-halo'");
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(() => {
    now = NOW;
    networks += 1;
  });

  const addCoupon = async (code: string, columns: Record<string, unknown> = {}): Promise<void> => {
    const row = { code, kind: 'percent', amount: 10, ...columns };
    const names = Object.keys(row);
    await database.query(
      `INSERT INTO coupons (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(row),
    );
  };
  const usesOf = async (code: string): Promise<number | undefined> =>
    (await database.query<{ uses: number }>('SELECT uses FROM coupons WHERE code = $1', [code])).rows[0]?.uses;
  const apply = (code: unknown, items: unknown = RING, remoteAddress = `203.0.113.${networks}`) =>
    app.inject({ method: 'POST', url: '/api/cart/coupon', remoteAddress, payload: { code, items } as object });
  const order = (code: string, total: number, email = 'ada@example.com', key = newKey()) =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      remoteAddress: `203.0.113.${networks}`,
      headers: { 'idempotency-key': key },
      payload: anOrderBody({ coupon_code: code, expected_total: total, billing: { ...anOrderBody().billing, email } }),
    });

  test('percent, fixed amount and any case: the total follows', async () => {
    await addCoupon('TENTH');
    await addCoupon('FIVER', { kind: 'fixed', amount: 500 });
    expect((await apply('tenth')).json().data).toMatchObject({
      coupon: { code: 'TENTH', kind: 'percent', amount: 10 },
      subtotal: 320,
      discount: 32,
      total: 288,
    });
    expect((await apply('Fiver')).json().data).toMatchObject({ discount: 5, total: 315 });
  });

  test('a coupon takes no more than the products cost, and then nothing is to pay', async () => {
    await addCoupon('GIFT', { kind: 'fixed', amount: 100_000 });
    expect((await apply('GIFT')).json().data).toMatchObject({ discount: 320, total: 0 });
    expect((await order('GIFT', 0)).json().order).toMatchObject({
      total: 0,
      status: 'processing',
      payment_instructions: '',
    });
  });

  test('all unusable coupons get the same error', async () => {
    await addCoupon('PAST', { ends_at: NOW });
    await addCoupon('FUTURE', { starts_at: new Date(NOW.getTime() + 1) });
    await addCoupon('LARGE', { minimum_cents: 32_001 });
    await addCoupon('SPENT', { max_uses: 1, uses: 1 });
    const answers = await Promise.all(['PAST', 'FUTURE', 'LARGE', 'SPENT', 'NEVER-WAS'].map((code) => apply(code)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(422));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.json().fields).toEqual({ code: 'This coupon cannot be used.' });
  });

  test.each([[''], ['x'.repeat(33)], ["' OR 1=1"], [null], [{ $ne: '' }], [['TENTH']]])(
    'the code %j is refused as no code at all',
    async (code) => {
      expect((await apply(code)).statusCode).toBe(400);
    },
  );

  test('an order takes one use; cancelling gives it back', async () => {
    await addCoupon('ONCE', { max_uses: 1 });
    const placed = await order('ONCE', 288);
    expect(placed.json().order).toMatchObject({ subtotal: 320, discount: 32, total: 288, coupon_code: 'ONCE' });
    expect(await usesOf('ONCE')).toBe(1);
    expect((await apply('ONCE')).statusCode).toBe(422);
    const cookie = placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '';
    await app.inject({
      method: 'POST',
      url: `/api/orders/${placed.json().order.number}/cancel`,
      cookies: { guest_orders: cookie },
    });
    await app.inject({
      method: 'POST',
      url: `/api/orders/${placed.json().order.number}/cancel`,
      cookies: { guest_orders: cookie },
    });
    expect(await usesOf('ONCE')).toBe(0);
    expect((await apply('ONCE')).statusCode).toBe(200);
  });

  test('of twelve concurrent orders, one gets the last use of a coupon', async () => {
    await addCoupon('LAST', { max_uses: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => order('LAST', 288, `last${n}@example.com`)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json().code)).toEqual(
      Array(11).fill('ORDER_COUPON_REFUSED'),
    );
    expect(await usesOf('LAST')).toBe(1);
  });

  test('a customer has so many uses, by e-mail in any case, and ten orders at once do not get around it', async () => {
    await addCoupon('EACH', { max_uses_per_customer: 2 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => order('EACH', 288, n % 2 ? 'Eve@Example.com' : 'eve@example.com')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    expect((await order('EACH', 288, 'bob@example.com')).statusCode).toBe(200);
  });

  test('an account is one customer under whatever e-mail it orders', async () => {
    await addCoupon('MEMBER', { max_uses_per_customer: 1 });
    const visitor = new Visitor(app, database, `198.51.100.${networks}`);
    await visitor.register(`member-${kind}@example.com`.toLowerCase());
    const place = (email: string) =>
      visitor.post(
        '/orders',
        anOrderBody({ coupon_code: 'MEMBER', expected_total: 288, billing: { ...anOrderBody().billing, email } }),
        { headers: { 'idempotency-key': newKey() } },
      );
    expect((await place('one@example.com')).statusCode).toBe(200);
    expect((await place('two@example.com')).json().code).toBe('ORDER_COUPON_REFUSED');
    expect((await visitor.post('/cart/coupon', { code: 'MEMBER', items: RING })).statusCode).toBe(422);
  });

  test('a coupon that expires while the shopper types is a conflict with the cart without it; placing again goes on', async () => {
    await addCoupon('SHORT', { ends_at: new Date(NOW.getTime() + 60_000) });
    expect((await apply('SHORT')).statusCode).toBe(200);
    now = new Date(NOW.getTime() + 60_000);
    const refused = await order('SHORT', 288);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'ORDER_COUPON_REFUSED',
      cart: { coupon: null, discount: 0, total: 320 },
    });
    const again = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ expected_total: refused.json().cart.total }),
    });
    expect(again.statusCode).toBe(200);
  });

  test('the same order asked for again is answered the same, even if its coupon has ended since', async () => {
    await addCoupon('REPLAY', { max_uses: 1 });
    const key = newKey();
    const first = await order('REPLAY', 288, 'ada@example.com', key);
    expect((await order('REPLAY', 288, 'ada@example.com', key)).json()).toEqual(first.json());
    expect(await usesOf('REPLAY')).toBe(1);
  });

  test('a discount the shopper made up is a conflict, and takes no use', async () => {
    await addCoupon('TRUE-TEN');
    expect((await order('TRUE-TEN', 1)).json().code).toBe('TOTAL_CHANGED');
    expect(await usesOf('TRUE-TEN')).toBe(0);
  });

  describe('guessing', () => {
    test('100 wrong codes at once: 20 are looked at; then the right one is refused, too, by the hour glass and not by the code', async () => {
      await addCoupon('SECRET-CODE');
      const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => apply(`GUESS-${n}`)));
      expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(20);
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(80);
      const right = await apply('SECRET-CODE');
      expect(right.statusCode).toBe(429);
      expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
      expect((await apply('SECRET-CODE', RING, '198.51.100.99')).statusCode).toBe(200);
      now = new Date(NOW.getTime() + 15 * 60_000);
      expect((await apply('SECRET-CODE')).statusCode).toBe(200);
    });

    test('orders and checks of a cart are no way around it', async () => {
      const check = () =>
        app.inject({
          method: 'POST',
          url: '/api/cart/check',
          remoteAddress: `203.0.113.${networks}`,
          payload: { items: RING, coupon_code: 'WRONG' },
        });
      for (let n = 0; n < 10; n += 1) expect((await order('WRONG', 288)).json().code).toBe('ORDER_COUPON_REFUSED');
      for (let n = 0; n < 10; n += 1) expect((await check()).json().data.coupon).toBeNull();
      expect((await check()).statusCode).toBe(429);
      expect((await order('WRONG', 288)).statusCode).toBe(429);
    });

    test('right codes are not counted', async () => {
      await addCoupon('WELCOME');
      for (let n = 0; n < 30; n += 1) expect((await apply('WELCOME')).statusCode).toBe(200);
    });
  });
});
