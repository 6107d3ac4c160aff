import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { openTestDatabase } from '../../testing/testDatabase';

let database: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
  app = await buildTestApp(database, { trustedProxies: 1, listingCacheMs: 60_000 });
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.close();
});

const ask = (path: string, address?: string) =>
  app.inject({
    url: `/api${path}`,
    remoteAddress: '10.0.0.2', // the host
    headers: address === undefined ? {} : { 'x-forwarded-for': address },
  });
/** Sends searches at once, and returns the responses to those that are refused. */
const findRefused = async (times: number, path: (n: number) => string, address?: string) => {
  const responses = await Promise.all(Array.from({ length: times }, (_, n) => ask(path(n), address)));
  return responses.filter(({ statusCode }) => statusCode === 429);
};

describe.each([
  ['listings', (n: number) => `/products?store=jewellery-store&min_price=${n}`],
  ['suggestions', (n: number) => `/search/suggest?q=ring${n}`],
])('%s that a connection asks for again and again', (kind, path) => {
  const attacker = kind === 'listings' ? '198.51.100.1' : '198.51.100.2';

  test('are refused, with the time to wait, and those of others are not', async () => {
    const [refused] = await findRefused(150, path, attacker);
    expect(refused?.json()).toMatchObject({
      code: 'TOO_MANY_SEARCHES',
      message: 'That is a lot of searches in a short time. Please try again in a moment.',
    });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(await findRefused(20, path, '203.0.113.9')).toEqual([]);
  });

  test('do not use up what pages need that a host renders', async () => {
    expect(await findRefused(150, path)).toEqual([]);
  });
});

test('a listing from the cache takes nothing from the share of a connection', async () => {
  await ask('/products?store=organic-store', '192.0.2.40');
  expect(await findRefused(150, () => '/products?store=organic-store', '192.0.2.40')).toEqual([]);
});
