import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const NOON = new Date('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const STOCK = 10_000;
const VICTIM = 'victim@example.com';
const LURE = 'claim your refund at https://evil.example';

describe.each(databaseKinds)('order floods on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = NOON;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = NOON;
    for (const table of ['counters', 'mails', 'orders', 'idempotency_keys'])
      await database.query(`DELETE FROM ${table}`);
    await database.query(`UPDATE products SET stock = ${STOCK} WHERE id = 'ring-halo'`);
  });

  let addresses = 0;
  const newEmail = (): string => `shopper${(addresses += 1)}@example.com`;
  const billTo = (email: string, overrides: object = {}) => ({
    billing: { ...anOrderBody().billing, email, ...overrides },
  });
  const placeOrder = (
    network: string,
    overrides: object = billTo(newEmail()),
    key = newKey(),
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      remoteAddress: network,
      headers: { 'idempotency-key': key },
      payload: anOrderBody(overrides),
    });
  const placeOrders = async (
    count: number,
    place: (n: number) => Promise<LightMyRequestResponse>,
  ): Promise<{ placed: LightMyRequestResponse[]; refused: LightMyRequestResponse[] }> => {
    const responses: LightMyRequestResponse[] = [];
    for (let n = 0; n < count; n += 1) {
      responses.push(await place(n));
      // Settled at once, so that the limits of held stock do not apply.
      await database.query('DELETE FROM order_holders');
    }
    return {
      placed: responses.filter(({ statusCode }) => statusCode === 200),
      refused: responses.filter(({ statusCode }) => statusCode === 429),
    };
  };
  const readNumber = async (sql: string): Promise<number> =>
    Number((await database.query<{ n: number }>(`SELECT (${sql})::int AS n`)).rows[0]?.n);
  const readStock = (): Promise<number> => readNumber("SELECT stock FROM products WHERE id = 'ring-halo'");
  const readMails = async (email: string): Promise<{ subject: string; text: string; html: string }[]> =>
    (
      await database.query<{ subject: string; text: string; html: string }>(
        'SELECT subject, text, html FROM mails WHERE lower(recipient) = $1 ORDER BY id',
        [email],
      )
    ).rows;

  test('of 60 guest orders to one email address from 60 networks, five are accepted, mailed and taken from stock', async () => {
    const { placed, refused } = await placeOrders(60, (n) => placeOrder(`198.51.${n}.1`, billTo(VICTIM)));
    expect([placed.length, refused.length]).toEqual([5, 55]);
    expect(await readMails(VICTIM)).toHaveLength(5);
    expect(await readStock()).toBe(STOCK - 5);
    expect(await readNumber('SELECT count(*) FROM orders')).toBe(5);
  });

  test('concurrent orders to one email address do not exceed the limit', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => placeOrder(`198.51.${n}.2`, billTo(VICTIM))));
    expect(await readNumber('SELECT count(*) FROM orders')).toBe(5);
    expect(await readStock()).toBe(STOCK - 5);
  });

  test.each([
    ['tags count as one mailbox', (n: number) => `victim+${n}@example.com`, 5],
    [
      'capitals count as one mailbox',
      (n: number) => [...VICTIM].map((letter, at) => ((n >> (at % 8)) & 1 ? letter.toUpperCase() : letter)).join(''),
      5,
    ],
    [
      'dots that the provider ignores count as one mailbox',
      (n: number) => `v${'.'.repeat(n & 1)}i${'.'.repeat((n >> 1) & 1)}c${'.'.repeat((n >> 2) & 1)}tim@gmail.com`,
      5,
    ],
    [
      'both domains of one provider count as one mailbox',
      (n: number) => `victim@${n & 1 ? 'gmail' : 'googlemail'}.com`,
      5,
    ],
    [
      'dots that matter count as different mailboxes',
      (n: number) => `v${'.'.repeat(n & 1)}i${'.'.repeat((n >> 1) & 1)}c${'.'.repeat((n >> 2) & 1)}tim@example.com`,
      16,
    ],
  ])('%s', async (_what, spell, most) => {
    const { placed } = await placeOrders(16, (n) => placeOrder(`198.51.100.${n}`, billTo(spell(n))));
    expect(placed).toHaveLength(most);
  });

  test('guests of one network may place 30 orders an hour and 100 a day; other networks are not affected', async () => {
    expect((await placeOrders(145, () => placeOrder('203.0.113.7'))).placed).toHaveLength(30);
    expect((await placeOrder('203.0.113.8')).statusCode).toBe(200);
    let placed = 30;
    for (let hour = 1; hour < 8; hour += 1) {
      now = new Date(NOON.getTime() + hour * HOUR_MS);
      placed += (await placeOrders(40, () => placeOrder('203.0.113.7'))).placed.length;
    }
    expect(placed).toBe(100);
    now = new Date(NOON.getTime() + 24 * HOUR_MS);
    expect((await placeOrder('203.0.113.7')).statusCode).toBe(200);
  });

  test('guests of one network may order 1,000 pieces a day', async () => {
    await database.query("INSERT INTO coupons (code, kind, amount) VALUES ('FREE', 'percent', 100)");
    // Without anything to pay, so that the limits of held stock do not apply.
    const items = (quantity: number) => ({
      items: [{ product_id: 'ring-halo', variant_id: null, quantity }],
      coupon_code: 'FREE',
      expected_total: 0,
    });
    const { placed } = await placeOrders(25, () => placeOrder('203.0.113.9', { ...items(99), ...billTo(newEmail()) }));
    expect(placed).toHaveLength(10);
    // refused orders do not count
    expect((await placeOrder('203.0.113.9', { ...items(10), ...billTo(newEmail()) })).statusCode).toBe(200);
  });

  test('a refusal says when to try again and how to order right away', async () => {
    await placeOrders(5, (n) => placeOrder(`198.51.100.${n}`, billTo(VICTIM)));
    const refused = await placeOrder('198.51.100.9', billTo(VICTIM));
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBe(24 * 3_600);
    expect(refused.json()).toMatchObject({
      code: 'TOO_MANY_GUEST_ORDERS',
      message: expect.stringMatching(/Log in .* or try again in 24 hours\. What you typed is kept\./),
    });
  });

  test('the mailbox limit is reported at the email field and does not affect other addresses; the network limit is reported without a field', async () => {
    await placeOrders(5, () => placeOrder('203.0.113.7', billTo(VICTIM)));
    const refused = await placeOrder('203.0.113.7', billTo(VICTIM));
    expect(refused.json().fields).toEqual({
      'billing.email': expect.stringMatching(/^This email address has had 5 orders in a day\. Use another one/),
    });
    expect((await placeOrder('203.0.113.7', billTo(newEmail()))).statusCode).toBe(200);
    const { refused: byNetwork } = await placeOrders(30, () => placeOrder('203.0.113.7', billTo(newEmail())));
    expect(byNetwork[0]?.statusCode).toBe(429);
    expect(byNetwork[0]?.json()).not.toHaveProperty('fields');
  });

  test('repeating an order does not count, and succeeds even when the limit is reached', async () => {
    const key = newKey();
    const body = billTo(VICTIM);
    const first = await placeOrder('203.0.113.7', body, key);
    for (let n = 0; n < 40; n += 1) expect((await placeOrder('203.0.113.7', body, key)).body).toBe(first.body);
    expect((await placeOrders(10, () => placeOrder('203.0.113.7', billTo(VICTIM)))).placed).toHaveLength(4);
    expect((await placeOrder('203.0.113.7', body, key)).body).toBe(first.body);
  });

  test('an order that is refused for another reason does not count', async () => {
    for (let n = 0; n < 40; n += 1)
      expect((await placeOrder('203.0.113.7', { ...billTo(VICTIM), expected_total: 1 })).statusCode).toBe(409);
    expect((await placeOrders(6, () => placeOrder('203.0.113.7', billTo(VICTIM)))).placed).toHaveLength(5);
  });

  test('a signed-in customer has a separate limit, and may exceed the mailbox limit for their own address', async () => {
    const customer = new Visitor(app, database, '203.0.113.7');
    const email = `customer-${kind.toLowerCase()}@example.com`;
    await customer.register(email);
    await placeOrders(30, () => placeOrder('203.0.113.7'));
    expect((await placeOrder('203.0.113.7')).statusCode).toBe(429);
    const place = (to: string) =>
      customer.post('/orders', anOrderBody(billTo(to)), { headers: { 'idempotency-key': newKey() } });
    expect((await placeOrders(24, () => place(email))).placed).toHaveLength(24);
    const { placed, refused } = await placeOrders(10, () => place(VICTIM));
    expect([placed.length, refused.length]).toEqual([5, 5]); // other people's mailboxes stay limited
    expect(refused[0]?.json()).toMatchObject({
      code: 'TOO_MANY_ORDERS',
      message: expect.stringMatching(/try again in \d+ hours, or contact us/),
    });
    expect((await placeOrders(10, () => place(email))).placed).toHaveLength(1); // 30 an hour
  });

  describe('mails contain no text typed by strangers', () => {
    const lure = {
      firstName: LURE,
      lastName: LURE,
      companyName: LURE,
      streetAddress: LURE,
      apartment: LURE,
      townCity: LURE,
      orderNotes: LURE,
    };

    test('in the confirmation and cancellation of a guest order', async () => {
      const placed = await placeOrder('203.0.113.7', {
        ...billTo(VICTIM, lure),
        shipping_address: { ...anOrderBody().billing, ...lure, email: undefined, orderNotes: undefined },
      });
      const { number } = placed.json().order;
      await app.inject({
        method: 'POST',
        url: `/api/orders/${number}/cancel`,
        cookies: { guest_orders: placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '' },
      });
      const mails = await readMails(VICTIM);
      expect(mails.map(({ subject }) => subject)).toEqual([`Your order ${number}`, `Your order ${number} is canceled`]);
      for (const { text, html } of mails) {
        expect(text).toMatch(/^Hello,\n/);
        expect(text + html).not.toMatch(/claim|refund at|evil/);
      }
      expect(mails[0]?.text).toContain('1 x Halo Diamond Ring: $320.00');
    });

    test('in orders of other people to the address of an account', async () => {
      const [owner, eve] = [new Visitor(app, database), new Visitor(app, database)];
      const email = `owner-${kind.toLowerCase()}@example.com`;
      await owner.register(email);
      await eve.register(`eve-${kind.toLowerCase()}@example.com`);
      await database.query('DELETE FROM mails');
      await placeOrder('203.0.113.7', billTo(email, lure));
      await eve.post('/orders', anOrderBody(billTo(email, lure)), { headers: { 'idempotency-key': newKey() } });
      const mails = await readMails(email);
      expect(mails).toHaveLength(2);
      for (const { text, html } of mails) expect(text + html).not.toMatch(/claim|evil/);
    });

    test('but greet customers by name who order to their own confirmed address', async () => {
      const owner = new Visitor(app, database);
      const email = `ada-${kind.toLowerCase()}@example.com`;
      await owner.register(email);
      await owner.post('/orders', anOrderBody(billTo(email.toUpperCase())), {
        headers: { 'idempotency-key': newKey() },
      });
      expect((await readMails(email)).at(-1)?.text).toMatch(/^Hello Ada,/);
    });
  });

  test('cancelling sends one mail per order, and repeated cancelling is rate limited', async () => {
    const cancel = (placed: LightMyRequestResponse) =>
      app.inject({
        method: 'POST',
        url: `/api/orders/${placed.json().order.number}/cancel`,
        remoteAddress: '203.0.113.7',
        cookies: { guest_orders: placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '' },
      });
    const placed: LightMyRequestResponse[] = [];
    for (let n = 0; n < 5; n += 1) {
      const response = await placeOrder(`198.51.100.${n}`, billTo(VICTIM));
      placed.push(response);
      for (let again = 0; again < 3; again += 1) expect((await cancel(response)).json().order.status).toBe('canceled');
    }
    expect(await readMails(VICTIM)).toHaveLength(10); // a confirmation and a cancellation each
    expect(await readStock()).toBe(STOCK);
    expect((await placeOrder('198.51.100.9', billTo(VICTIM))).statusCode).toBe(429); // canceled orders count, too
    const first = placed[0];
    if (!first) throw new Error('Nothing was placed');
    const { refused } = await placeOrders(100, () => cancel(first));
    expect(refused).toHaveLength(100 - (60 - 15));
  });
});
