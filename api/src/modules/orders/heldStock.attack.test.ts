import fc from 'fast-check';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { listStock } from '../../../operator/listStock';
import { markTransferPaid, prolongUnpaidOrder, shipOrder } from '../../../operator/changeOrders';
import { anOperatorNamed } from '../../audit/Actor';
import type { Database } from '../../database/Database';
import { startCleanup } from '../../startCleanup';
import { anOperator, findAudit } from '../../testing/anOperator';
import { aNetwork, anOrderBody, buildTestApp, newKey, testConfig } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';
import { cancelOrder } from './cancelOrder';

const PLACED = new Date('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STOCK = 1_000;
const RUNS = databaseKinds.includes('PostgreSQL') ? 40 : 15;
const SEED = 20_261_126;

interface Sellable {
  readonly product: string;
  readonly variant: string | null;
  readonly stock: number;
  readonly cents: number;
}

describe.each(databaseKinds)('stock held by unpaid orders on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = PLACED;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
    await database.query("INSERT INTO coupons (code, kind, amount) VALUES ('FREE', 'percent', 100)");
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = PLACED;
    for (const table of ['counters', 'mails', 'coupon_uses', 'orders']) await database.query(`DELETE FROM ${table}`);
    await database.query('UPDATE products SET held = 0');
    await database.query('UPDATE product_variants SET held = 0');
    await database.query(`UPDATE products SET stock = ${STOCK} WHERE id = 'ring-halo'`);
    await database.query(`UPDATE product_variants SET stock = ${STOCK} WHERE product_id = 'ring-eternity'`);
  });

  let guests = 0;
  const billTo = (email: string) => ({ billing: { ...anOrderBody().billing, email } });
  const newGuest = () => billTo(`guest-${(guests += 1)}@example.com`);
  const rings = (quantity: number, overrides: object = {}) => ({
    ...newGuest(),
    items: [{ product_id: 'ring-halo', variant_id: null, quantity }],
    expected_total: 320 * quantity,
    ...overrides,
  });
  const placeOrder = (network: string, overrides: object, key = newKey()): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      remoteAddress: network,
      headers: { 'idempotency-key': key },
      payload: anOrderBody(overrides),
    });
  const place = async (overrides: object, network = aNetwork()): Promise<string> =>
    (await placeOrder(network, overrides)).json().order.number;
  const readStock = async (): Promise<{ stock: number; held: number }> =>
    (await database.query<{ stock: number; held: number }>("SELECT stock, held FROM products WHERE id = 'ring-halo'"))
      .rows[0] ?? { stock: 0, held: 0 };
  const operate = async (
    command: (context: ReturnType<typeof anOperator>['context']) => Promise<void>,
  ): Promise<string[]> => {
    const { context, printed } = anOperator(database, { clock: { now: () => now } });
    await command(context).catch((error: Error & { code?: string }) => printed.push(`${error.code}: ${error.message}`));
    return printed;
  };
  const pay = (number: string) => operate((context) => markTransferPaid(context, number, { dryRun: false }));
  const ship = (number: string) => operate((context) => shipOrder(context, number, { paid: true, dryRun: false }));
  const prolong = (number: string, days: number, dryRun = false) =>
    operate((context) => prolongUnpaidOrder(context, number, { days, dryRun }));
  const cancel = (number: string) =>
    cancelOrder(
      { database, config: testConfig, clock: { now: () => now } },
      number,
      { accountId: null, guestNumbers: [number] },
      { actor: anOperatorNamed('grace') },
    );
  const runCleanup = async (): Promise<void> => {
    const cleanup = startCleanup({
      database,
      clock: { now: () => now },
      config: testConfig,
      onError: (error) => {
        throw error;
      },
    });
    await cleanup.settled();
    cleanup.stop();
  };
  const readStatus = async (number: string): Promise<string | undefined> =>
    (await database.query<{ status: string }>('SELECT status FROM orders WHERE number = $1', [number])).rows[0]?.status;

  test('accounts that were made to hold stock share a limit by network until they have paid for an order (product 7.13)', async () => {
    const home = aNetwork();
    const signUp = async (address: string) => {
      const [visitor, email] = [new Visitor(app, database, address), `made-${(guests += 1)}@example.com`];
      expect((await visitor.register(email)).statusCode).toBe(200);
      const order = (quantity: number) =>
        visitor.post('/orders', anOrderBody(rings(quantity, billTo(email))), {
          headers: { 'idempotency-key': newKey() },
        });
      return { order };
    };
    const first = await signUp(home);
    const { number } = (await first.order(10)).json().order;
    await pay(number);
    const statuses = [];
    for (let account = 0; account < 6; account += 1) statuses.push((await (await signUp(home)).order(10)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 422, 422]);
    expect((await first.order(10)).statusCode).toBe(200);
    expect((await (await signUp(aNetwork())).order(10)).statusCode).toBe(200);
  });

  test.each(['bank', 'global', 'cash'] as const)(
    'unpaid guest orders by %s do not take the shop off the shelf, in large orders or small ones to many mailboxes (product 7.13)',
    async (method) => {
      const { rows: sellables } = await database.query<Sellable>(
        `SELECT p.id AS product, v.id AS variant, coalesce(v.stock, p.stock) AS stock, coalesce(v.price_cents, p.price_cents) AS cents
         FROM products p LEFT JOIN product_variants v ON v.product_id = p.id
         WHERE p.store = 'jewellery-store' AND coalesce(v.stock, p.stock) BETWEEN 1 AND 99
         ORDER BY coalesce(v.stock, p.stock) * coalesce(v.price_cents, p.price_cents)`,
      );
      const order = (lines: readonly Sellable[]) =>
        placeOrder('203.0.113.7', {
          ...newGuest(),
          payment_method: method,
          items: lines.map(({ product, variant, stock }) => ({
            product_id: product,
            variant_id: variant,
            quantity: stock,
          })),
          expected_total: lines.reduce((sum, { stock, cents }) => sum + stock * cents, 0) / 100,
        });
      for (const lines of [sellables.slice(0, 50), sellables.slice(50, 100)])
        expect((await order(lines)).statusCode).toBe(422);
      for (const line of sellables) await order([line]);
      const { rows } = await database.query<{ cents: number; pieces: number }>(
        'SELECT sum(quantity * unit_price_cents)::int AS cents, max(quantity) AS pieces FROM order_lines',
      );
      expect(rows[0]?.cents).toBeGreaterThan(500_000);
      expect(rows[0]?.cents).toBeLessThanOrEqual(1_000_000);
      expect(rows[0]?.pieces).toBeLessThanOrEqual(10);
    },
  );

  test('a guest may order every single product', async () => {
    const { rows } = await database.query<{ cents: number }>('SELECT max(price_cents) AS cents FROM products');
    expect(rows[0]?.cents).toBeLessThan(500_000);
  });

  test('unpaid orders to one mailbox hold at most ten of a product, from any network; the refusal says what to change (product 7.13)', async () => {
    const guest = newGuest();
    await place(rings(7, guest));
    const key = newKey();
    const refused = await placeOrder('198.51.100.2', rings(4, guest), key);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'TOO_MUCH_UNPAID',
      message:
        'Unpaid orders of a guest can hold at most 10 of Halo Diamond Ring, of which 3 are left. Order less, pay for earlier orders first, or log in, which allows more. Your order hasn’t been placed.',
      fields: { items: expect.stringContaining('at most 10 of Halo Diamond Ring') },
    });
    expect(await readStock()).toEqual({ stock: STOCK - 7, held: 7 });
    // What was refused counts nowhere.
    expect((await placeOrder('198.51.100.2', rings(3, guest), key)).statusCode).toBe(200);
  });

  test('variants of a product count together', async () => {
    const variants = (...quantities: number[]) => ({
      ...newGuest(),
      items: quantities.map((quantity, index) => ({
        product_id: 'ring-eternity',
        variant_id: ['52-mm', '54-mm'][index] ?? null,
        quantity,
      })),
      expected_total: 0,
      coupon_code: null,
    });
    const { rows } = await database.query<{ cents: number }>(
      "SELECT price_cents AS cents FROM product_variants WHERE product_id = 'ring-eternity' AND id IN ('52-mm', '54-mm') ORDER BY id",
    );
    const total = (quantities: readonly number[]) =>
      quantities.reduce((sum, quantity, index) => sum + quantity * (rows[index]?.cents ?? 0), 0) / 100;
    const order = (...quantities: number[]) =>
      placeOrder('198.51.100.3', { ...variants(...quantities), expected_total: total(quantities) });
    expect((await order(6, 5)).json().fields.items).toContain('at most 10 of');
    expect((await order(2, 2)).statusCode).toBe(200);
  });

  test('unpaid orders to one mailbox hold goods for at most $5,000 (product 7.13)', async () => {
    await database.query("UPDATE products SET stock = 100 WHERE id = 'watch-dress'");
    const { rows } = await database.query<{ cents: number }>(
      "SELECT price_cents AS cents FROM products WHERE id = 'watch-dress'",
    );
    const price = (rows[0]?.cents ?? 0) / 100;
    const guest = newGuest();
    await place(rings(10, guest));
    const items = [{ product_id: 'watch-dress', variant_id: null, quantity: Math.floor(1_800 / price) + 1 }];
    const refused = await placeOrder('198.51.100.4', {
      ...guest,
      items,
      expected_total: price * (items[0]?.quantity ?? 0),
    });
    expect(refused.json().message).toContain('goods worth at most $5,000.00, of which $1,800.00 are left');
  });

  test('guests of one network hold at most twice as much together, also concurrently; other networks are not affected (product 7.13)', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => placeOrder('203.0.113.7', rings(3))));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
    expect(await readStock()).toEqual({ stock: STOCK - 18, held: 18 });
    expect((await placeOrder('203.0.113.7', rings(3))).json().message).toContain(
      'of all guests on your network can hold at most 20 of Halo Diamond Ring, of which 2 are left',
    );
    expect((await placeOrder('203.0.114.7', rings(3))).statusCode).toBe(200);
  });

  test.each([
    ['203.0.113.%', 8 * 20],
    ['2001:db8:0:1%::1', 4 * 20],
  ])('the connections of %s share the limit of the wider network', async (networks, most) => {
    let pieces = 0;
    for (let n = 10; n < 40; n += 1)
      if ((await placeOrder(networks.replace('%', String(n)), rings(10))).statusCode === 200) pieces += 10;
    expect(pieces).toBe(most);
  });

  test.each([
    ['paid', pay],
    ['shipped', ship],
    ['canceled', cancel],
  ])('an order that is %s no longer counts (product 7.13)', async (_what, settle) => {
    const guest = newGuest();
    const number = await place(rings(10, guest));
    expect((await placeOrder('198.51.100.5', rings(1, guest))).statusCode).toBe(422);
    await settle(number);
    expect((await placeOrder('198.51.100.5', rings(1, guest))).statusCode).toBe(200);
    const { rows } = await database.query('SELECT count(*)::int AS holders FROM order_holders');
    expect(rows).toEqual([{ holders: 3 }]); // those of the last order: its mailbox and two networks
  });

  test('an order without anything to pay holds no stock', async () => {
    await place(rings(30, { coupon_code: 'FREE', expected_total: 0 }));
    expect(await readStock()).toEqual({ stock: STOCK - 30, held: 0 });
  });

  test('a customer may hold more than a guest, and keeps a bank order for seven days (product 7.6, 7.13)', async () => {
    const customer = new Visitor(app, database, '203.0.113.99');
    await customer.register(`holder-${kind.toLowerCase()}@example.com`);
    const order = (quantity: number) =>
      customer.post('/orders', anOrderBody(rings(quantity)), { headers: { 'idempotency-key': newKey() } });
    const placed = (await order(30)).json().order;
    expect(placed.payment_instructions).toContain("We'll hold your order for 7 days.");
    expect((await order(1)).json().message).toBe(
      'Unpaid orders of a customer can hold at most 30 of Halo Diamond Ring, of which 0 are left. Order less, pay for earlier orders first. Your order hasn’t been placed.',
    );
    now = new Date(PLACED.getTime() + 7 * DAY_MS - 1);
    await runCleanup();
    expect(await readStatus(placed.number)).toBe('on-hold');
    now = new Date(PLACED.getTime() + 7 * DAY_MS);
    await runCleanup();
    expect(await readStatus(placed.number)).toBe('canceled');
  });

  describe('an operator', () => {
    test('keeps an unpaid order for longer, which its page and a mail say', async () => {
      const number = await place(rings(1));
      expect(await prolong(number, 3, true)).toEqual([
        `Dry run, nothing is written: the order ${number} would be kept until November 24, 2026 at 12:00 PM UTC, and the customer notified.`,
      ]);
      expect(await prolong(number, 3)).toEqual([
        expect.stringMatching(`The order ${number} is kept until November 24, 2026 at 12:00 PM UTC; .* was notified.`),
      ]);
      expect(await prolong(number, 3)).toEqual([
        `The order ${number} is kept until November 24, 2026 at 12:00 PM UTC: nothing was changed.`,
      ]);
      expect(await findAudit(database, number)).toEqual([
        {
          who: 'grace',
          action: 'order.prolonged',
          before: { held_until: '2026-11-22T12:00:00.000Z' },
          after: { held_until: '2026-11-24T12:00:00.000Z' },
        },
      ]);
      const { rows } = await database.query<{ text: string; instructions: string }>(
        'SELECT text, payment_instructions AS instructions FROM mails, orders ORDER BY mails.id DESC LIMIT 1',
      );
      for (const text of [rows[0]?.text, rows[0]?.instructions])
        expect(text).toContain("We'll hold your order until November 24, 2026 at 12:00 PM UTC.");
      now = new Date(PLACED.getTime() + 3 * DAY_MS - 1);
      await runCleanup();
      expect(await readStatus(number)).toBe('on-hold');
      now = new Date(PLACED.getTime() + 3 * DAY_MS);
      await runCleanup();
      expect(await readStatus(number)).toBe('canceled');
      expect(await prolong(number, 9)).toEqual([`refused: The order ${number} is canceled.`]);
    });

    test('cannot prolong what does not wait for a payment, is unknown, or is over by then', async () => {
      const cash = await place(rings(1, { payment_method: 'cash' }));
      expect(await prolong(cash, 3)).toEqual([`refused: The order ${cash} does not wait for a payment.`]);
      expect(await prolong('ORD-NONE-NONE', 3)).toEqual(['unknown: No order has the number ORD-NONE-NONE.']);
      const number = await place(rings(1));
      now = new Date(PLACED.getTime() + 4 * DAY_MS);
      expect(await prolong(number, 3)).toEqual([
        'refused: November 24, 2026 at 12:00 PM UTC has passed: the order needs more days.',
      ]);
    });

    test('sees what is in stock, held and sold, most held first', async () => {
      await pay(await place(rings(4)));
      await place(rings(2));
      const list = (filter: object, json = false) =>
        operate((context) =>
          listStock(context, { store: null, held: false, page: 1, pageSize: 25, ...filter }, { json }),
        );
      const [headings, first, last, ...rest] = await list({ held: true });
      expect(headings).toMatch(/^PRODUCT +VARIANT +NAME +STOCK +HELD +SOLD$/);
      expect(first).toMatch(/^ring-halo +Halo Diamond Ring +994 +2 +4$/);
      expect([last, rest]).toEqual(['1 to 1 of 1', []]);
      expect((await list({ pageSize: 1 }))[1]).toContain('ring-halo');
      expect(await list({ held: true, store: 'organic-store' })).toEqual(['No products.']);
      expect(JSON.parse((await list({ held: true }, true)).join(''))).toMatchObject({
        total: 1,
        items: [{ product_id: 'ring-halo', variant_id: null, stock: 994, held: 2, sold: 4 }],
      });
    });
  });

  test('the metric counts held pieces by payment method', async () => {
    await place(rings(2));
    await place(rings(3, { payment_method: 'cash' }));
    await pay(await place(rings(4)));
    const { body } = await app.inject('/metrics');
    expect(body).toContain('shop_stock_held_pieces{payment_method="bank"} 2');
    expect(body).toContain('shop_stock_held_pieces{payment_method="cash"} 3');
    expect(body).toContain('shop_stock_held_pieces{payment_method="global"} 0');
  });

  test('orders from before holds were counted are counted by the migration, once', async () => {
    await place(rings(2));
    await place(rings(3, { payment_method: 'cash' }));
    await pay(await place(rings(4)));
    await cancel(await place(rings(5)));
    await database.query('UPDATE orders SET holds_stock = false, held_until = NULL');
    await database.query('UPDATE products SET held = 0');
    for (let run = 0; run < 2; run += 1) {
      await database.query('CALL fill_held_stock()');
      expect((await readStock()).held).toBe(5);
    }
    // They were promised seven days.
    now = new Date(PLACED.getTime() + 7 * DAY_MS - 1);
    await runCleanup();
    expect((await readStock()).held).toBe(5);
    now = new Date(PLACED.getTime() + 7 * DAY_MS);
    await runCleanup();
    expect((await readStock()).held).toBe(3);
  });

  test('what an earlier release has settled is no longer held after the next cleanup', async () => {
    const number = await place(rings(2));
    await place(rings(3, { payment_method: 'cash' }));
    await database.query("UPDATE orders SET status = 'processing' WHERE number = $1", [number]);
    await runCleanup();
    expect(await readStock()).toEqual({ stock: STOCK - 5, held: 3 });
  });

  test(`after ${RUNS} random sequences of orders, payments, shipments, cancellations and time, stock, held and sold pieces add up`, async () => {
    const step = fc.record({
      act: fc.constantFrom('place', 'place', 'place', 'pay', 'ship', 'cancel', 'prolong', 'wait'),
      method: fc.constantFrom('bank', 'global', 'cash'),
      isFree: fc.boolean(),
      pieces: fc.integer({ min: 1, max: 4 }),
      at: fc.nat(),
    });
    const outcomes = { held: 0, sold: 0 };
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      now = PLACED;
      await database.query('DELETE FROM orders');
      await database.query(`UPDATE products SET stock = ${STOCK}, held = 0 WHERE id = 'ring-halo'`);
      await database.query(`UPDATE product_variants SET stock = ${STOCK}, held = 0 WHERE product_id = 'ring-eternity'`);
      const { rows: prices } = await database.query<{ cents: number }>(
        "SELECT price_cents AS cents FROM product_variants WHERE product_id = 'ring-eternity' AND id = '54-mm'",
      );
      const numbers: string[] = [];
      const acts: Readonly<Record<(typeof steps)[number]['act'], (given: (typeof steps)[number]) => Promise<unknown>>> =
        {
          place: async ({ method, isFree, pieces }) => {
            const items = [
              { product_id: 'ring-halo', variant_id: null, quantity: pieces },
              { product_id: 'ring-eternity', variant_id: '54-mm', quantity: 1 },
            ];
            const total = 320 * pieces + (prices[0]?.cents ?? 0) / 100;
            numbers.push(
              await place({
                ...newGuest(),
                items,
                payment_method: method,
                ...(isFree ? { coupon_code: 'FREE', expected_total: 0 } : { expected_total: total }),
              }),
            );
          },
          pay: ({ at }) => pay(numbers[at % numbers.length] ?? ''),
          ship: ({ at }) => ship(numbers[at % numbers.length] ?? ''),
          cancel: ({ at }) => cancel(numbers[at % numbers.length] ?? '').catch(() => undefined),
          prolong: ({ at, pieces }) => prolong(numbers[at % numbers.length] ?? '', pieces),
          wait: async () => {
            now = new Date(now.getTime() + 13 * HOUR_MS);
            await runCleanup();
          },
        };
      for (const given of steps) await acts[given.act](given);
      const { rows } = await database.query<Record<'stock' | 'held' | 'lines' | 'sold', number>>(
        `SELECT stock, held, coalesce(sum(quantity) FILTER (WHERE status IN ('on-hold', 'pending-payment')
             OR (status = 'processing' AND payment_method = 'cash' AND total_cents > 0)), 0)::int AS lines,
           coalesce(sum(quantity) FILTER (WHERE status = 'shipped'
             OR (status = 'processing' AND (payment_method <> 'cash' OR total_cents = 0))), 0)::int AS sold
         FROM (SELECT id AS product_id, NULL AS variant_id, stock, held FROM products WHERE id = 'ring-halo'
           UNION ALL SELECT product_id, id, stock, held FROM product_variants WHERE product_id = 'ring-eternity' AND id = '54-mm') s
         LEFT JOIN (order_lines l JOIN orders o ON o.id = l.order_id)
           ON l.product_id = s.product_id AND l.variant_id IS NOT DISTINCT FROM s.variant_id
         GROUP BY s.product_id, stock, held`,
      );
      expect(rows).toHaveLength(2);
      for (const { stock, held, lines, sold } of rows) {
        expect(held).toBe(lines);
        expect(stock + held + sold).toBe(STOCK);
        outcomes.held += held;
        outcomes.sold += sold;
      }
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    expect(Math.min(outcomes.held, outcomes.sold)).toBeGreaterThan(RUNS);
  }, 120_000);
});
