import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { startRedisServer, type RedisServer } from '../testing/redisServer';
import { anOrderBody, buildTestApp, newKey } from '../testing/testApp';
import { openTestDatabase } from '../testing/testDatabase';
import type { Limits, Refusal } from './Limits';
import { connectRedis, openRedis } from './openRedis';
import { createRedisLimits } from './createRedisLimits';

const clock = { now: () => new Date() };
const MINUTE_MS = 60_000;

let server: RedisServer | undefined;
const clients: Redis[] = [];
const warnings: string[] = [];

beforeAll(async () => {
  server = await startRedisServer();
}, 180_000);

afterAll(async () => {
  for (const client of clients) client.disconnect();
  await server?.stop();
});

/** Connects to Redis like a separate API process. */
const openLimits = async (): Promise<Limits> => {
  if (!server) throw new Error('There is no Redis');
  // ioredis expects a plain socket path.
  const client = openRedis(server.url.replace('unix://', ''));
  connectRedis(client, ({ message }) => warnings.push(message));
  clients.push(client);
  for (let attempt = 0; attempt < 100 && client.status !== 'ready'; attempt += 1) await sleep(20);
  return createRedisLimits(client, clock);
};

let keys = 0;
const aLimit = (max: number) => ({ key: `key-${(keys += 1)}`, max, windowMs: MINUTE_MS });
const REFUSED = { index: 0, until: expect.any(Date) as Date };

const countAllowed = async (uses: readonly Promise<Refusal | undefined>[]): Promise<number> =>
  (await Promise.all(uses)).filter((refusal) => refusal === undefined).length;

const withRedis = (title: string, check: () => Promise<void>) =>
  test(
    title,
    async () => {
      if (!server) return; // startRedisServer has printed a warning
      await check();
    },
    20_000,
  );

withRedis('two processes share a limit: of 200 concurrent uses, a limit of 30 allows 30', async () => {
  const [one, other] = [await openLimits(), await openLimits()];
  const limit = aLimit(30);
  expect(await countAllowed(Array.from({ length: 200 }, (_, i) => (i % 2 ? one : other).consume([limit])))).toBe(30);
  const until = (await other.consume([limit]))?.until;
  expect(until?.getTime()).toBeGreaterThan(Date.now() + MINUTE_MS / 2);
  expect(until?.getTime()).toBeLessThanOrEqual(Date.now() + MINUTE_MS + 1_000);
});

withRedis('a restored use is available again, and keys are counted separately', async () => {
  const limits = await openLimits();
  const limit = aLimit(2);
  await limits.consume([limit]);
  await limits.consume([limit]);
  await limits.restore([limit]);
  expect(await limits.consume([limit])).toBeUndefined();
  expect(await limits.consume([limit])).toEqual(REFUSED);
  expect(await limits.consume([aLimit(2)])).toBeUndefined();
});

withRedis('a cost of several uses is consumed and restored as a whole', async () => {
  const limits = await openLimits();
  const limit = aLimit(10);
  const six = { ...limit, cost: 6 };
  expect(await limits.consume([six])).toBeUndefined();
  expect(await limits.consume([six])).toEqual(REFUSED);
  await limits.restore([six]);
  expect(await limits.consume([{ ...limit, cost: 4 }])).toBeUndefined();
  expect(await limits.consume([limit])).toEqual(REFUSED);
});

withRedis('a limit that refuses does not use up the ones after it', async () => {
  const limits = await openLimits();
  const [narrow, wide] = [aLimit(1), aLimit(2)];
  for (const refused of [false, true, true, true])
    expect(await limits.consume([narrow, wide])).toEqual(refused ? REFUSED : undefined);
  expect(await limits.consume([aLimit(1), wide])).toBeUndefined();
  expect(await limits.consume([aLimit(1), wide])).toEqual({ ...REFUSED, index: 1 });
});
withRedis('a limit ends with its window', async () => {
  const limits = await openLimits();
  const limit = { ...aLimit(1), windowMs: 1_000 };
  expect(await limits.consume([limit])).toBeUndefined();
  expect(await limits.consume([limit])).toEqual(REFUSED);
  await sleep(1_100);
  expect(await limits.consume([limit])).toBeUndefined();
});

withRedis(
  'without Redis each process immediately counts alone with stricter limits; with Redis they share limits again',
  async () => {
    const [one, other] = [await openLimits(), await openLimits()];
    const limit = aLimit(40);
    await server?.kill();
    const startedAt = Date.now();
    expect(await countAllowed(Array.from({ length: 100 }, () => one.consume([limit])))).toBe(10);
    expect(await countAllowed(Array.from({ length: 100 }, () => other.consume([limit])))).toBe(10);
    await one.restore([limit]);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    for (let attempt = 0; attempt < 100 && warnings.length < clients.length; attempt += 1) await sleep(20);
    await sleep(300); // logged once, not at each reconnect attempt
    expect(warnings).toHaveLength(clients.length);
    await server?.start();
    const again = aLimit(40);
    for (let attempt = 0; attempt < 100 && clients.some(({ status }) => status !== 'ready'); attempt += 1)
      await sleep(50);
    expect(await countAllowed(Array.from({ length: 100 }, (_, i) => (i % 2 ? one : other).consume([again])))).toBe(40);
  },
);

test('orders are limited as by the database: five orders per mailbox, not counting refused and repeated ones', async () => {
  const database = await openTestDatabase('PGlite');
  const app = await buildTestApp(database, {}, undefined, { limits: await openLimits() });
  const placeOrder = (overrides: object = {}, key = newKey()) =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': key },
      payload: anOrderBody(overrides),
    });
  for (let n = 0; n < 10; n += 1) expect((await placeOrder({ expected_total: 1 })).statusCode).toBe(409);
  const key = newKey();
  for (let n = 0; n < 10; n += 1) expect((await placeOrder({}, key)).statusCode).toBe(200);
  const statuses: number[] = [];
  for (let n = 0; n < 10; n += 1) statuses.push((await placeOrder()).statusCode);
  expect(statuses).toEqual([...Array(4).fill(200), ...Array(6).fill(429)]);
  await app.close();
  await database.close();
});
