import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { startCleanup } from '../../startCleanup';
import { anOrderBody, buildTestApp, newKey, testConfig } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

const PLACED = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

describe.each(databaseKinds)('unpaid orders on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = PLACED;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = PLACED;
    for (const table of ['counters', 'mails', 'coupon_uses', 'coupons', 'orders'])
      await database.query(`DELETE FROM ${table}`);
    await database.query("UPDATE products SET stock = 10 WHERE id = 'ring-halo'");
  });

  const place = async (method: 'bank' | 'global' | 'cash', overrides: object = {}): Promise<string> =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody({ payment_method: method, ...overrides }),
      })
    ).json().order.number;
  const readStatus = async (number: string): Promise<string | undefined> =>
    (await database.query<{ status: string }>('SELECT status FROM orders WHERE number = $1', [number])).rows[0]?.status;
  const readStock = async (): Promise<number | undefined> =>
    (await database.query<{ stock: number }>("SELECT stock FROM products WHERE id = 'ring-halo'")).rows[0]?.stock;
  const readMails = async (): Promise<{ subject: string; text: string }[]> =>
    (await database.query<{ subject: string; text: string }>('SELECT subject, text FROM mails ORDER BY id')).rows;
  /** Runs the cleanup of several API processes at the same time. */
  const runCleanup = async (processes = 1): Promise<void> => {
    const failed: unknown[] = [];
    const cleanings = Array.from({ length: processes }, () =>
      startCleanup({
        database,
        clock: { now: () => now },
        config: testConfig,
        onError: (error) => failed.push(error),
      }),
    );
    await Promise.all(cleanings.map(({ settled: cleaned }) => cleaned()));
    for (const cleaning of cleanings) cleaning.stop();
    expect(failed).toEqual([]);
  };

  test('a guest order that waits for a bank transfer is canceled after 24 hours: stock and coupon are returned, and the customer is told why (product 7.6)', async () => {
    await database.query("INSERT INTO coupons (code, kind, amount, max_uses) VALUES ('ONCE', 'percent', 10, 1)");
    const number = await place('bank', { coupon_code: 'ONCE', expected_total: 288 });
    now = new Date(PLACED.getTime() + DAY_MS - 1);
    await runCleanup();
    expect([await readStatus(number), await readStock()]).toEqual(['on-hold', 9]);
    now = new Date(PLACED.getTime() + DAY_MS);
    await runCleanup();
    expect([await readStatus(number), await readStock()]).toEqual(['canceled', 10]);
    expect((await database.query('SELECT uses FROM coupons')).rows).toEqual([{ uses: 0 }]);
    const mail = (await readMails()).at(-1);
    expect(mail?.subject).toBe(`Your order ${number} is canceled`);
    expect(mail?.text).toContain('your bank transfer has not arrived in time');
  });

  test('online orders are canceled after a day, cash orders never', async () => {
    const [online, cash] = [await place('global'), await place('cash')];
    now = new Date(PLACED.getTime() + DAY_MS);
    await runCleanup();
    expect(await readStatus(online)).toBe('canceled');
    expect((await readMails()).at(-1)?.text).toContain('it was not paid in time');
    now = new Date(PLACED.getTime() + 60 * DAY_MS);
    await runCleanup();
    expect(await readStatus(cash)).toBe('processing');
  });

  test('three concurrent processes cancel each order once', async () => {
    const numbers: string[] = [];
    for (let n = 0; n < 5; n += 1) numbers.push(await place('bank'));
    now = new Date(PLACED.getTime() + 8 * DAY_MS);
    await runCleanup(3);
    for (const number of numbers) expect(await readStatus(number)).toBe('canceled');
    expect(await readStock()).toBe(10);
    expect((await readMails()).filter(({ subject }) => subject.endsWith('is canceled'))).toHaveLength(5);
  });

  test('paid and shipped orders are not canceled', async () => {
    const [paid, sent] = [await place('bank'), await place('bank')];
    await database.query("UPDATE orders SET status = 'processing' WHERE number = $1", [paid]);
    await database.query("UPDATE orders SET status = 'shipped' WHERE number = $1", [sent]);
    now = new Date(PLACED.getTime() + 8 * DAY_MS);
    await runCleanup();
    expect([await readStatus(paid), await readStatus(sent), await readStock()]).toEqual(['processing', 'shipped', 8]);
  });
});
