import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { connectRedis, openRedis } from '../../limits/openRedis';
import { createRedisLimits } from '../../limits/createRedisLimits';
import { startRedisServer } from '../../testing/redisServer';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const NOON = new Date('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const STOCK = 10_000;
const VICTIM = 'victim@example.com';
const LURE = 'claim your refund at https://evil.example';

describe.each(databaseKinds)('orders as a weapon on %s', (kind) => {
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
  const billedTo = (email: string, overrides: object = {}) => ({
    billing: { ...anOrderBody().billing, email, ...overrides },
  });
  const order = (
    network: string,
    overrides: object = billedTo(newEmail()),
    key = newKey(),
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      remoteAddress: network,
      headers: { 'idempotency-key': key },
      payload: anOrderBody(overrides),
    });
  const orderAll = async (
    count: number,
    place: (n: number) => Promise<LightMyRequestResponse>,
  ): Promise<{ placed: LightMyRequestResponse[]; refused: LightMyRequestResponse[] }> => {
    const answers: LightMyRequestResponse[] = [];
    for (let n = 0; n < count; n += 1) answers.push(await place(n));
    return {
      placed: answers.filter(({ statusCode }) => statusCode === 200),
      refused: answers.filter(({ statusCode }) => statusCode === 429),
    };
  };
  const sum = async (sql: string): Promise<number> =>
    Number((await database.query<{ n: number }>(`SELECT (${sql})::int AS n`)).rows[0]?.n);
  const stock = (): Promise<number> => sum("SELECT stock FROM products WHERE id = 'ring-halo'");
  const mailsTo = async (email: string): Promise<{ subject: string; text: string; html: string }[]> =>
    (
      await database.query<{ subject: string; text: string; html: string }>(
        'SELECT subject, text, html FROM mails WHERE lower(recipient) = $1 ORDER BY id',
        [email],
      )
    ).rows;

  test('200 orders to a stranger from 200 networks: five mails at most, and the stock of the others is there', async () => {
    const { placed, refused } = await orderAll(200, (n) => order(`198.51.${n}.1`, billedTo(VICTIM)));
    expect([placed.length, refused.length]).toEqual([5, 195]);
    expect(await mailsTo(VICTIM)).toHaveLength(5);
    expect(await stock()).toBe(STOCK - 5);
    expect(await sum('SELECT count(*) FROM orders')).toBe(5);
  });

  test('all at once they are no more', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => order(`198.51.${n}.2`, billedTo(VICTIM))));
    expect(await sum('SELECT count(*) FROM orders')).toBe(5);
    expect(await stock()).toBe(STOCK - 5);
  });

  test.each([
    ['tags', (n: number) => `victim+${n}@example.com`, 5],
    [
      'capitals',
      (n: number) => [...VICTIM].map((letter, at) => ((n >> (at % 8)) & 1 ? letter.toUpperCase() : letter)).join(''),
      5,
    ],
    [
      'dots of a provider that ignores them',
      (n: number) => `v${'.'.repeat(n & 1)}i${'.'.repeat((n >> 1) & 1)}c${'.'.repeat((n >> 2) & 1)}tim@gmail.com`,
      5,
    ],
    ['both names of one provider', (n: number) => `victim@${n & 1 ? 'gmail' : 'googlemail'}.com`, 5],
    [
      'dots where they matter: eight people',
      (n: number) => `v${'.'.repeat(n & 1)}i${'.'.repeat((n >> 1) & 1)}c${'.'.repeat((n >> 2) & 1)}tim@example.com`,
      16,
    ],
  ])('spellings of one mailbox by %s count together', async (_what, spell, most) => {
    const { placed } = await orderAll(16, (n) => order(`198.51.100.${n}`, billedTo(spell(n))));
    expect(placed).toHaveLength(most);
  });

  test('one network as a guest: 30 orders an hour, 100 a day, whatever the addresses; another network is not held back', async () => {
    expect((await orderAll(145, () => order('203.0.113.7'))).placed).toHaveLength(30);
    expect((await order('203.0.113.8')).statusCode).toBe(200);
    let placed = 30;
    for (let hour = 1; hour < 8; hour += 1) {
      now = new Date(NOON.getTime() + hour * HOUR_MS);
      placed += (await orderAll(40, () => order('203.0.113.7'))).placed.length;
    }
    expect(placed).toBe(100);
    now = new Date(NOON.getTime() + 24 * HOUR_MS);
    expect((await order('203.0.113.7')).statusCode).toBe(200);
  });

  test('a few large orders empty no shelves either: a network gets 1,000 pieces a day, and one order of any size at first', async () => {
    const items = (quantity: number) => ({
      items: [{ product_id: 'ring-halo', variant_id: null, quantity }],
      expected_total: 320 * quantity,
    });
    const { placed } = await orderAll(25, () => order('203.0.113.9', { ...items(99), ...billedTo(newEmail()) }));
    expect(placed).toHaveLength(10);
    // what was refused is not counted
    expect((await order('203.0.113.9', { ...items(10), ...billedTo(newEmail()) })).statusCode).toBe(200);
  });

  test('a refusal says in words when to come back, and how to order at once', async () => {
    await orderAll(5, (n) => order(`198.51.100.${n}`, billedTo(VICTIM)));
    const refused = await order('198.51.100.9', billedTo(VICTIM));
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBe(24 * 3_600);
    expect(refused.json()).toMatchObject({
      code: 'TOO_MANY_GUEST_ORDERS',
      message: expect.stringMatching(/Log in .* or try again in 24 hours\. What you typed is kept\./),
    });
  });

  test('where the mailbox had its share, that is said beside the address, and an order to another one is taken at once; a network that had its share is told by no field', async () => {
    await orderAll(5, () => order('203.0.113.7', billedTo(VICTIM)));
    const refused = await order('203.0.113.7', billedTo(VICTIM));
    expect(refused.json().fields).toEqual({
      'billing.email': expect.stringMatching(/^This email address has had 5 orders in a day\. Use another one/),
    });
    expect((await order('203.0.113.7', billedTo(newEmail()))).statusCode).toBe(200);
    const { refused: byNetwork } = await orderAll(30, () => order('203.0.113.7', billedTo(newEmail())));
    expect(byNetwork[0]?.statusCode).toBe(429);
    expect(byNetwork[0]?.json()).not.toHaveProperty('fields');
  });

  test('the same order sent again is not counted, also when the limit is reached', async () => {
    const key = newKey();
    const body = billedTo(VICTIM);
    const first = await order('203.0.113.7', body, key);
    for (let n = 0; n < 40; n += 1) expect((await order('203.0.113.7', body, key)).body).toBe(first.body);
    expect((await orderAll(10, () => order('203.0.113.7', billedTo(VICTIM)))).placed).toHaveLength(4);
    expect((await order('203.0.113.7', body, key)).body).toBe(first.body);
  });

  test('an order that is refused for another reason is not counted', async () => {
    for (let n = 0; n < 40; n += 1)
      expect((await order('203.0.113.7', { ...billedTo(VICTIM), expected_total: 1 })).statusCode).toBe(409);
    expect((await orderAll(6, () => order('203.0.113.7', billedTo(VICTIM)))).placed).toHaveLength(5);
  });

  test('a signed-in customer has an allowance of their own, and orders to their own mailbox without its limit', async () => {
    const customer = new Visitor(app, database, '203.0.113.7');
    const email = `customer-${kind.toLowerCase()}@example.com`;
    await customer.register(email);
    await orderAll(30, () => order('203.0.113.7'));
    expect((await order('203.0.113.7')).statusCode).toBe(429);
    const place = (to: string) =>
      customer.post('/orders', anOrderBody(billedTo(to)), { headers: { 'idempotency-key': newKey() } });
    expect((await orderAll(24, () => place(email))).placed).toHaveLength(24);
    const { placed, refused } = await orderAll(10, () => place(VICTIM));
    expect([placed.length, refused.length]).toEqual([5, 5]); // a stranger's mailbox stays limited
    expect(refused[0]?.json()).toMatchObject({
      code: 'TOO_MANY_ORDERS',
      message: expect.stringMatching(/try again in \d+ hours, or contact us/),
    });
    expect((await orderAll(10, () => place(email))).placed).toHaveLength(1); // 30 an hour
  });

  describe('mails carry nothing that a stranger typed', () => {
    const lure = {
      firstName: LURE,
      lastName: LURE,
      companyName: LURE,
      streetAddress: LURE,
      apartment: LURE,
      townCity: LURE,
      orderNotes: LURE,
    };

    test('neither the first nor the one about cancelling, to whoever never confirmed the address', async () => {
      const placed = await order('203.0.113.7', {
        ...billedTo(VICTIM, lure),
        shipping_address: { ...anOrderBody().billing, ...lure, email: undefined, orderNotes: undefined },
      });
      const { number } = placed.json().order;
      await app.inject({
        method: 'POST',
        url: `/api/orders/${number}/cancel`,
        cookies: { guest_orders: placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '' },
      });
      const mails = await mailsTo(VICTIM);
      expect(mails.map(({ subject }) => subject)).toEqual([
        `Your order ${number}`,
        `Your order ${number} is cancelled`,
      ]);
      for (const { text, html } of mails) {
        expect(text).toMatch(/^Hello,\n/);
        expect(text + html).not.toMatch(/claim|refund at|evil/);
      }
      expect(mails[0]?.text).toContain('1 x Halo Diamond Ring: $320.00');
    });

    test('nor where that address has an account, which somebody else orders to', async () => {
      const [owner, eve] = [new Visitor(app, database), new Visitor(app, database)];
      const email = `owner-${kind.toLowerCase()}@example.com`;
      await owner.register(email);
      await eve.register(`eve-${kind.toLowerCase()}@example.com`);
      await database.query('DELETE FROM mails');
      await order('203.0.113.7', billedTo(email, lure));
      await eve.post('/orders', anOrderBody(billedTo(email, lure)), { headers: { 'idempotency-key': newKey() } });
      const mails = await mailsTo(email);
      expect(mails).toHaveLength(2);
      for (const { text, html } of mails) expect(text + html).not.toMatch(/claim|evil/);
    });

    test('who orders to the confirmed address of their own account is greeted by name', async () => {
      const owner = new Visitor(app, database);
      const email = `ada-${kind.toLowerCase()}@example.com`;
      await owner.register(email);
      await owner.post('/orders', anOrderBody(billedTo(email.toUpperCase())), {
        headers: { 'idempotency-key': newKey() },
      });
      expect((await mailsTo(email)).at(-1)?.text).toMatch(/^Hello Ada,/);
    });
  });

  test('cancelling sends one mail for each order, and a network that keeps ordering and cancelling is held back', async () => {
    const cancel = (placed: LightMyRequestResponse) =>
      app.inject({
        method: 'POST',
        url: `/api/orders/${placed.json().order.number}/cancel`,
        remoteAddress: '203.0.113.7',
        cookies: { guest_orders: placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '' },
      });
    const placed: LightMyRequestResponse[] = [];
    for (let n = 0; n < 5; n += 1) {
      const answer = await order(`198.51.100.${n}`, billedTo(VICTIM));
      placed.push(answer);
      for (let again = 0; again < 3; again += 1) expect((await cancel(answer)).json().order.status).toBe('cancelled');
    }
    expect(await mailsTo(VICTIM)).toHaveLength(10); // one that it is placed, one that it is cancelled
    expect(await stock()).toBe(STOCK);
    expect((await order('198.51.100.9', billedTo(VICTIM))).statusCode).toBe(429); // a cancelled order was a mail, too
    const first = placed[0];
    if (!first) throw new Error('Nothing was placed');
    const { refused } = await orderAll(100, () => cancel(first));
    expect(refused).toHaveLength(100 - (60 - 15));
  });
});

test('counted in Redis they are the same: five to a mailbox, and neither what is refused for another reason nor what is sent again', async () => {
  const server = await startRedisServer();
  if (!server) return; // said loudly by createRedisLimits.test.ts
  const redis = openRedis(server.url.replace('unix://', ''));
  connectRedis(redis, () => undefined);
  const database = await openTestDatabase('PGlite');
  const app = await buildTestApp(database, {}, undefined, { limits: createRedisLimits(redis, { now: () => NOON }) });
  const order = (overrides: object = {}, key = newKey()) =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': key },
      payload: anOrderBody(overrides),
    });
  for (let n = 0; n < 10; n += 1) expect((await order({ expected_total: 1 })).statusCode).toBe(409);
  const key = newKey();
  for (let n = 0; n < 10; n += 1) expect((await order({}, key)).statusCode).toBe(200);
  const statuses: number[] = [];
  for (let n = 0; n < 10; n += 1) statuses.push((await order()).statusCode);
  expect(statuses).toEqual([...Array(4).fill(200), ...Array(6).fill(429)]);
  await app.close();
  await database.close();
  redis.disconnect();
  await server.stop();
}, 60_000);
