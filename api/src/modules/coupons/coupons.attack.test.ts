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
  const readUses = async (code: string): Promise<number | undefined> =>
    (await database.query<{ uses: number }>('SELECT uses FROM coupons WHERE code = $1', [code])).rows[0]?.uses;
  const applyCoupon = (code: unknown, items: unknown = RING, remoteAddress = `203.0.113.${networks}`) =>
    app.inject({ method: 'POST', url: '/api/cart/coupon', remoteAddress, payload: { code, items } as object });
  const placeOrder = (code: string, total: number, email = `ada${networks}@example.com`, key = newKey()) =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      remoteAddress: `203.0.113.${networks}`,
      headers: { 'idempotency-key': key },
      payload: anOrderBody({ coupon_code: code, expected_total: total, billing: { ...anOrderBody().billing, email } }),
    });

  test('percent and fixed coupons reduce the total, and codes ignore case (product 6.8, 6.9)', async () => {
    await addCoupon('TENTH');
    await addCoupon('FIVER', { kind: 'fixed', amount: 500 });
    expect((await applyCoupon('tenth')).json().data).toMatchObject({
      coupon: { code: 'TENTH', kind: 'percent', amount: 10 },
      subtotal: 320,
      discount: 32,
      total: 288,
    });
    expect((await applyCoupon('Fiver')).json().data).toMatchObject({ discount: 5, total: 315 });
  });

  test('a discount is capped at the subtotal, and an order with total 0 needs no payment', async () => {
    await addCoupon('GIFT', { kind: 'fixed', amount: 100_000 });
    expect((await applyCoupon('GIFT')).json().data).toMatchObject({ discount: 320, total: 0 });
    expect((await placeOrder('GIFT', 0)).json().order).toMatchObject({
      total: 0,
      status: 'processing',
      payment_instructions: '',
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['has ended', { ends_at: NOW }, 'This coupon has expired.'],
    ['is used up', { max_uses: 1, uses: 1 }, 'This coupon has been used up.'],
    ['needs a larger cart', { minimum_cents: 32_001 }, 'Spend $320.01 or more to use this coupon.'],
    ['is for smaller carts', { maximum_cents: 31_999 }, 'This coupon is for orders of up to $319.99.'],
    ['is for other products', { product_ids: ['honey'] }, 'This coupon does not apply to anything in your cart.'],
    ['is for other categories', { categories: ['fruits'] }, 'This coupon does not apply to anything in your cart.'],
    [
      'has not begun',
      { starts_at: new Date('2026-11-27T00:00:00Z') },
      'This coupon is valid from November 27, 2026 on.',
    ],
    [
      'begins later on this day',
      { starts_at: new Date('2026-11-21T18:00:00Z') },
      'This coupon is valid from November 21, 2026 at 6:00 PM UTC on.',
    ],
  ])('a coupon that %s is refused, and the field says why (product 6.8)', async (what, columns, reason) => {
    const code = what.replaceAll(' ', '-').toUpperCase();
    await addCoupon(code, columns);
    const refused = await applyCoupon(code);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ message: reason, fields: { code: reason } });
    expect(refused.json()).not.toHaveProperty('reason');
    expect((await placeOrder(code, 288)).json().message).toBe(
      `${reason} Please check your cart and place the order again.`,
    );
  });

  test('an unknown code is refused without another reason', async () => {
    expect((await applyCoupon('NEVER-WAS')).json().message).toBe('This coupon is not valid.');
  });

  test('a coupon is refused until the moment at which it begins, and accepted from then on', async () => {
    const begins = new Date('2026-11-27T00:00:00Z');
    await addCoupon('BLACK-FRIDAY', { starts_at: begins });
    now = new Date(begins.getTime() - 1);
    expect((await applyCoupon('BLACK-FRIDAY')).statusCode).toBe(422);
    now = begins;
    expect((await applyCoupon('BLACK-FRIDAY')).statusCode).toBe(200);
  });

  test('a coupon that can no longer be used leaves the cart, which says why, also of a customer (product 6.16)', async () => {
    await addCoupon('UNTIL-NOON', { ends_at: new Date(NOW.getTime() + 60_000) });
    const customer = new Visitor(app, database, `203.0.113.${networks}`);
    await customer.register('until-noon@example.com');
    const kept = await customer.put('/cart', { version: 0, items: RING, coupon_code: 'UNTIL-NOON' });
    expect(kept.json().data).toMatchObject({ coupon: { code: 'UNTIL-NOON' } });
    expect(kept.json().data).not.toHaveProperty('coupon_refusal');
    now = new Date(NOW.getTime() + 60_000);
    const left = { coupon: null, coupon_refusal: 'This coupon has expired.', discount: 0, total: 320 };
    expect((await customer.post('/cart/check', { items: RING, coupon_code: 'UNTIL-NOON' })).json().data).toMatchObject(
      left,
    );
    expect((await customer.get('/cart')).json().data).toMatchObject(left);
    await addCoupon('FROM-300', { minimum_cents: 30_000 });
    const cheap = [{ ...RING[0], product_id: 'bracelet-cuff' }];
    const checked = await customer.post('/cart/check', { items: cheap, coupon_code: 'FROM-300' });
    expect(checked.json().data.coupon_refusal).toBe('Spend $300.00 or more to use this coupon.');
  });

  test('a coupon for products or categories reduces only these, in the cart and in the order (product 6.8)', async () => {
    await addCoupon('HALF-RING', { amount: 50, product_ids: ['ring-halo'], categories: ['watches'] });
    const two = [...RING, { product_id: 'bracelet-cuff', variant_id: null, quantity: 1 }];
    const { rows } = await database.query<{ cents: number }>(
      "SELECT price_cents AS cents FROM products WHERE id = 'bracelet-cuff'",
    );
    const bracelet = (rows[0]?.cents ?? 0) / 100;
    expect((await applyCoupon('HALF-RING', two)).json().data).toMatchObject({
      coupon: { products: ['ring-halo'] },
      discount: 160,
      total: 160 + bracelet,
    });
    const placed = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ items: two, coupon_code: 'HALF-RING', expected_total: 160 + bracelet }),
    });
    expect(placed.json().order).toMatchObject({ discount: 160, total: 160 + bracelet });
  });

  test('a coupon that leaves out reduced products reduces the others only (product 6.8)', async () => {
    await addCoupon('FULL-PRICE', { excludes_reduced: true });
    await database.query("UPDATE products SET original_price_cents = 40000, offer = 20 WHERE id = 'ring-halo'");
    expect((await applyCoupon('FULL-PRICE')).json().message).toBe(
      'This coupon does not apply to anything in your cart.',
    );
    await database.query("UPDATE products SET original_price_cents = NULL, offer = 0 WHERE id = 'ring-halo'");
    expect((await applyCoupon('FULL-PRICE')).json().data).toMatchObject({ discount: 32 });
  });

  describe('a coupon for an email address', () => {
    const REASON =
      'This coupon is for another email address. Log in to the account of that address, or open the link in the mail of an order with it.';
    const newVisitor = () => new Visitor(app, database, `203.0.113.${networks}`);
    const use = async (visitor: Visitor, code: string, email = `buyer-${newKey()}@example.com`) => {
      const applied = await visitor.post('/cart/coupon', { code, items: RING });
      const checked = await visitor.post('/cart/check', { coupon_code: code, items: RING });
      const placed = await visitor.post(
        '/orders',
        anOrderBody({ coupon_code: code, expected_total: 288, billing: { ...anOrderBody().billing, email } }),
        { headers: { 'idempotency-key': newKey() } },
      );
      return { applied, checked, placed };
    };
    const expectRefused = async (visitor: Visitor, code: string, email?: string): Promise<void> => {
      const { applied, checked, placed } = await use(visitor, code, email);
      expect(applied.statusCode).toBe(422);
      expect(applied.json()).toMatchObject({ message: REASON, fields: { code: REASON } });
      expect(checked.json().data.coupon).toBeNull();
      expect(placed.json().message).toBe(`${REASON} Please check your cart and place the order again.`);
      expect(await readUses(code)).toBe(0);
    };
    const expectUsed = async (visitor: Visitor, code: string): Promise<void> => {
      const { applied, checked, placed } = await use(visitor, code);
      expect([applied.statusCode, placed.statusCode]).toEqual([200, 200]);
      expect(checked.json().data.coupon).toMatchObject({ code });
    };
    const orderAs = async (visitor: Visitor, email: string): Promise<{ number: string; key: string }> => {
      const body = anOrderBody({ billing: { ...anOrderBody().billing, email } });
      const placed = await visitor.post('/orders', body, { headers: { 'idempotency-key': newKey() } });
      const { rows } = await database.query<{ text: string }>(
        'SELECT text FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
        [email],
      );
      return { number: placed.json().order.number, key: /#key=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? '' };
    };

    test('cannot be used by who types the address, and the field says what to do (product 6.15)', async () => {
      await addCoupon('FOR-ADA', { email: 'ada@example.com' });
      await expectRefused(newVisitor(), 'FOR-ADA', 'Ada@Example.com');
    });

    test('cannot be used by a customer with another address, even if the order names it (product 6.15)', async () => {
      await addCoupon('FOR-BEA', { email: 'bea@example.com' });
      const eve = newVisitor();
      await eve.register('eve-of-bea@example.com');
      await expectRefused(eve, 'FOR-BEA', 'bea@example.com');
    });

    test('is for the customer with that verified address, while signed in (product 6.15)', async () => {
      await addCoupon('FOR-CLEO', { email: 'cleo@example.com' });
      const cleo = newVisitor();
      await cleo.register('cleo@example.com');
      await expectUsed(cleo, 'FOR-CLEO');
      await cleo.put('/cart', { version: 0, items: RING, coupon_code: 'FOR-CLEO' });
      expect((await cleo.get('/cart')).json().data.coupon).toMatchObject({ code: 'FOR-CLEO' });
      await addCoupon('FOR-CLEO-2', { email: 'cleo@example.com' });
      await cleo.post('/logout');
      cleo.token = undefined;
      await expectRefused(cleo, 'FOR-CLEO-2', 'cleo@example.com');
    });

    test("is for the browser that opened the link in an order's mail to it (product 6.15)", async () => {
      await addCoupon('FOR-DORA', { email: 'dora@example.com' });
      const [buyer, dora] = [newVisitor(), newVisitor()];
      const { number, key } = await orderAs(buyer, 'Dora@example.com');
      await buyer.post(`/orders/${number}/access`, { email: 'dora@example.com' });
      await expectRefused(buyer, 'FOR-DORA', 'dora@example.com');
      expect((await dora.post(`/orders/${number}/access`, { link_key: `${key}x` })).statusCode).toBe(404);
      await expectRefused(dora, 'FOR-DORA', 'dora@example.com');
      expect((await dora.post(`/orders/${number}/access`, { link_key: key })).statusCode).toBe(200);
      await expectUsed(dora, 'FOR-DORA');
    });

    test('is for the browser that opened the link of a mail about its password (product 6.15)', async () => {
      await addCoupon('FOR-EDNA', { email: 'edna@example.com' });
      const [owner, browser] = [newVisitor(), newVisitor()];
      await owner.register('edna@example.com');
      await owner.post('/forgot-password', { email: 'edna@example.com' });
      const mails = await owner.readMails('edna@example.com');
      const link_key = /#reset=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1];
      expect((await browser.post('/verify-reset-otp', { link_key })).statusCode).toBe(200);
      await expectUsed(browser, 'FOR-EDNA');
    });

    test.each([
      ['empty', ''],
      ['the address itself', 'fay@example.com'],
      ['of the right form', 'A'.repeat(43)],
      ['too long', 'A'.repeat(4_000)],
    ])('is not for a browser with a forged proof: %s (product 6.15)', async (what, forged) => {
      const code = `FAY-${what.replaceAll(' ', '-').toUpperCase()}`;
      await addCoupon(code, { email: 'fay@example.com' });
      const eve = newVisitor();
      eve.cookies.set('mailboxes', forged);
      await expectRefused(eve, code);
    });

    test('is not for a browser with the proof of another address; it keeps those of six (product 6.15)', async () => {
      const browser = newVisitor();
      for (let n = 0; n < 7; n += 1) {
        const email = `household-${n}@example.com`;
        await addCoupon(`HOUSEHOLD-${n}`, { email });
        const { number, key } = await orderAs(newVisitor(), email);
        await browser.post(`/orders/${number}/access`, { link_key: key });
      }
      await expectRefused(browser, 'HOUSEHOLD-0');
      await expectUsed(browser, 'HOUSEHOLD-1');
      await expectUsed(browser, 'HOUSEHOLD-6');
    });
  });

  test.each([[''], ['x'.repeat(33)], ["' OR 1=1"], [null], [{ $ne: '' }], [['TENTH']]])(
    'the malformed code %j is refused',
    async (code) => {
      expect((await applyCoupon(code)).statusCode).toBe(400);
    },
  );

  test('an order consumes one use, and cancelling returns it', async () => {
    await addCoupon('ONCE', { max_uses: 1 });
    const placed = await placeOrder('ONCE', 288);
    expect(placed.json().order).toMatchObject({ subtotal: 320, discount: 32, total: 288, coupon_code: 'ONCE' });
    expect(await readUses('ONCE')).toBe(1);
    expect((await applyCoupon('ONCE')).statusCode).toBe(422);
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
    expect(await readUses('ONCE')).toBe(0);
    expect((await applyCoupon('ONCE')).statusCode).toBe(200);
  });

  test('of twelve concurrent orders, one gets the last use of a coupon', async () => {
    await addCoupon('LAST', { max_uses: 1 });
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => placeOrder('LAST', 288, `last${n}@example.com`)),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json().code)).toEqual(
      Array(11).fill('ORDER_COUPON_REFUSED'),
    );
    expect(await readUses('LAST')).toBe(1);
  });

  test('uses are limited per email address, ignoring case, even with concurrent orders (product 6.8)', async () => {
    await addCoupon('EACH', { max_uses_per_customer: 2 });
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => placeOrder('EACH', 288, n % 2 ? 'Eve@Example.com' : 'eve@example.com')),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    expect((await placeOrder('EACH', 288, 'bob@example.com')).statusCode).toBe(200);
  });

  test('dots and tags make no other customer of a mailbox', async () => {
    await addCoupon('MAILBOX', { max_uses_per_customer: 1 });
    expect((await placeOrder('MAILBOX', 288, 'eve.adams@gmail.com')).statusCode).toBe(200);
    for (const email of ['eveadams+2@gmail.com', 'e.v.e.adams@googlemail.com'])
      expect((await placeOrder('MAILBOX', 288, email)).json().message).toMatch(/^You have already used this coupon\./);
  });

  test('an account counts as one customer, whatever email address it orders with', async () => {
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

  test('a coupon that expires before the order is placed causes a conflict that returns the cart without it', async () => {
    await addCoupon('SHORT', { ends_at: new Date(NOW.getTime() + 60_000) });
    expect((await applyCoupon('SHORT')).statusCode).toBe(200);
    now = new Date(NOW.getTime() + 60_000);
    const refused = await placeOrder('SHORT', 288);
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

  test('repeating an order returns the same response, even if its coupon has been used up', async () => {
    await addCoupon('REPLAY', { max_uses: 1 });
    const key = newKey();
    const first = await placeOrder('REPLAY', 288, 'ada@example.com', key);
    expect((await placeOrder('REPLAY', 288, 'ada@example.com', key)).json()).toEqual(first.json());
    expect(await readUses('REPLAY')).toBe(1);
  });

  test('a made-up total is a conflict and consumes no use', async () => {
    await addCoupon('TRUE-TEN');
    expect((await placeOrder('TRUE-TEN', 1)).json().code).toBe('TOTAL_CHANGED');
    expect(await readUses('TRUE-TEN')).toBe(0);
  });

  describe('guessing codes', () => {
    test('of 100 concurrent wrong codes 20 are checked; after that, valid codes are refused for 15 minutes, too', async () => {
      await addCoupon('SECRET-CODE');
      const responses = await Promise.all(Array.from({ length: 100 }, (_, n) => applyCoupon(`GUESS-${n}`)));
      expect(responses.filter(({ statusCode }) => statusCode === 422)).toHaveLength(20);
      expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(80);
      const right = await applyCoupon('SECRET-CODE');
      expect(right.statusCode).toBe(429);
      expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
      expect((await applyCoupon('SECRET-CODE', RING, '198.51.100.99')).statusCode).toBe(200);
      now = new Date(NOW.getTime() + 15 * 60_000);
      expect((await applyCoupon('SECRET-CODE')).statusCode).toBe(200);
    });

    test('wrong codes of a network do not refuse an order with a code that the browser found before', async () => {
      await addCoupon('MINE');
      const [{ name, value } = { name: '', value: '' }] = (await applyCoupon('MINE')).cookies;
      for (let n = 0; n < 21; n += 1) await applyCoupon(`WRONG-${n}`);
      const place = (cookies: Record<string, string>, code = 'MINE') =>
        app.inject({
          method: 'POST',
          url: '/api/orders',
          remoteAddress: `203.0.113.${networks}`,
          headers: { 'idempotency-key': newKey() },
          cookies,
          payload: anOrderBody({
            coupon_code: code,
            expected_total: 288,
            billing: { ...anOrderBody().billing, email: 'mine@example.com' },
          }),
        });
      expect((await place({})).statusCode).toBe(429);
      expect((await place({ [name]: value }, 'WRONG-99')).statusCode).toBe(429);
      expect((await place({ [name]: value.replace('MINE', 'WRONG-99') }, 'WRONG-99')).statusCode).toBe(429);
      expect((await place({ [name]: value })).statusCode).toBe(200);
    });

    test('orders and cart checks count toward the same limit', async () => {
      const check = () =>
        app.inject({
          method: 'POST',
          url: '/api/cart/check',
          remoteAddress: `203.0.113.${networks}`,
          payload: { items: RING, coupon_code: 'WRONG' },
        });
      for (let n = 0; n < 10; n += 1) expect((await placeOrder('WRONG', 288)).json().code).toBe('ORDER_COUPON_REFUSED');
      for (let n = 0; n < 10; n += 1) expect((await check()).json().data.coupon).toBeNull();
      expect((await check()).statusCode).toBe(429);
      expect((await placeOrder('WRONG', 288)).statusCode).toBe(429);
    });

    test('valid codes do not count, also sixty at once from one network', async () => {
      await addCoupon('WELCOME');
      const responses = await Promise.all(Array.from({ length: 60 }, () => applyCoupon('WELCOME')));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(60).fill(200));
      for (let n = 0; n < 30; n += 1) expect((await applyCoupon('WELCOME')).statusCode).toBe(200);
    });
  });
});
