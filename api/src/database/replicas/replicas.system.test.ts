import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { syncCatalog } from '../../../content/syncCatalog';
import { startPostgresServer, type PostgresServer } from '../../testing/postgresServer';
import { anOrderBy, buildTestApp, newKey } from '../../testing/testApp';
import type { Database } from '../Database';
import { migrateDatabase } from '../migrateDatabase';
import { openDatabase } from '../openDatabase';
import { Replicas } from './Replicas';

const LEFT_WITHIN_MS = 2_000;
const PUBLIC_ROUTES = [
  '/api/products?store=organic-store',
  '/api/products?store=organic-store&q=miilk',
  '/api/products/ring-halo',
  '/api/products/ring-halo/related',
  '/api/products/ring-halo/reviews',
  '/api/products-by-id?ids=ring-halo,milk',
  '/api/search/suggest?store=organic-store&q=app',
  '/api/categories',
  '/api/brands?store=organic-store',
  '/api/posts?store=organic-store',
  '/api/posts/a-watch-that-asks-for-a-minute-a-day',
  '/api/currencies',
  '/api/category-products?category=rings',
  '/api/categories-with-products',
  '/api/trending-products',
  '/api/sitemap.xml',
];

let primaryServer: PostgresServer;
let standbyServer: PostgresServer;
let database: Database;
let standby: pg.Pool;

/** A server that must be there: system tests need PostgreSQL. */
const requireServer = (server: PostgresServer | undefined): PostgresServer => {
  if (!server) throw new Error('PostgreSQL is not available');
  return server;
};

beforeEach(async () => {
  primaryServer = requireServer(startPostgresServer());
  const location = { databaseUrl: primaryServer.url, dataDirectory: '' };
  const migrating = await openDatabase(location);
  await migrateDatabase(migrating);
  await syncCatalog(migrating, '/nonexistent/manifest.json');
  await migrating.close();
  database = await openDatabase(location);
  standbyServer = requireServer(startPostgresServer({ primary: primaryServer }));
  standby = new pg.Pool({ connectionString: standbyServer.url });
  standby.on('error', () => undefined);
});
afterEach(async () => {
  await standby.end();
  await database.close();
  standbyServer.stop();
  primaryServer.stop();
});

/** Starts an API that reads from the standby. */
const withApp = async (work: (app: FastifyInstance, replicas: Replicas) => Promise<void>): Promise<void> => {
  const replicas = new Replicas(database, [standbyServer.url]);
  await replicas.start();
  const app = await buildTestApp(database, {}, undefined, { replicas });
  try {
    await work(app, replicas);
  } finally {
    await app.close();
    await replicas.stop();
  }
};

const waitUntil = async (holds: () => boolean | Promise<boolean>, timeoutMs: number): Promise<number> => {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > timeoutMs) return Infinity;
    await sleep(25);
  }
  return performance.now() - began;
};

const readStock = async (app: FastifyInstance, cookies: Record<string, string> = {}): Promise<number> => {
  const answer = await app.inject({ url: '/api/products/ring-halo', cookies });
  return answer.json<{ data: { stock: number } }>().data.stock;
};

/** Orders a ring. Returns the cookie that says what the browser wrote. */
const order = async (app: FastifyInstance): Promise<Record<string, string>> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: { 'idempotency-key': newKey() },
    payload: anOrderBy('ada'),
  });
  expect(answer.statusCode).toBe(200);
  const cookie = answer.cookies.find(({ name }) => name === 'written');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  return { written: cookie?.value ?? '' };
};

test('public pages are read from the standby, and go on without a primary', async () => {
  await withApp(async (app) => {
    await waitUntil(async () => (await app.inject('/api/categories')).statusCode === 200, 5_000);
    primaryServer.kill();
    for (const url of PUBLIC_ROUTES) expect(`${url} ${(await app.inject(url)).statusCode}`).toBe(`${url} 200`);
    const refused = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBy('ada'),
    });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    primaryServer.start();
    expect(
      await waitUntil(async () => (await app.inject('/api/health/ready')).statusCode === 200, 10_000),
    ).toBeLessThan(10_000);
    await order(app);
  });
});

test('who just ordered reads the new stock while the standby does not have it; everybody does once it is a second behind', async () => {
  await withApp(async (app, replicas) => {
    const before = await readStock(app);
    await standby.query('SELECT pg_wal_replay_pause()');
    const cookies = await order(app);
    expect(await readStock(app, cookies)).toBe(before - 1);
    expect(await readStock(app)).toBe(before);
    expect(await readStock(app, { written: 'FFFFFFFF/FFFFFFFF' })).toBe(before); // not signed
    const leftMs = await waitUntil(async () => (await readStock(app)) === before - 1, 10_000);
    expect(leftMs).toBeLessThan(LEFT_WITHIN_MS);
    expect(replicas.counts).toEqual({ read: 0, left: 1 });
    await standby.query('SELECT pg_wal_replay_resume()');
    expect(await waitUntil(() => replicas.counts.read === 1, 5_000)).toBeLessThan(5_000);
    expect(await readStock(app, cookies)).toBe(before - 1);
  });
});

test('a standby that dies is left within two seconds, without a failed request, and read again when it is back', async () => {
  await withApp(async (app, replicas) => {
    const statuses: number[] = [];
    const ask = async (): Promise<boolean> => {
      statuses.push((await app.inject('/api/products?store=organic-store')).statusCode);
      return replicas.counts.read === 0;
    };
    await ask();
    standbyServer.kill();
    expect(await waitUntil(ask, 10_000)).toBeLessThan(LEFT_WITHIN_MS);
    for (let count = 0; count < 20; count += 1) await ask();
    expect(new Set(statuses)).toEqual(new Set([200]));
    standbyServer.start();
    expect(await waitUntil(() => replicas.counts.read === 1, 5_000)).toBeLessThan(5_000);
  });
});

test('if the primary is among the servers, as generated for a cluster, no replica counts as left', async () => {
  const replicas = new Replicas(database, [primaryServer.url, standbyServer.url]);
  await replicas.start();
  try {
    expect(replicas.counts).toEqual({ read: 1, left: 0 });
    await standby.query('SELECT pg_promote()');
    expect(await waitUntil(() => replicas.counts.left === 1, 10_000)).toBeLessThan(LEFT_WITHIN_MS);
    expect(replicas.counts).toEqual({ read: 0, left: 1 });
  } finally {
    await replicas.stop();
  }
});

test('a standby that was promoted is left within two seconds: it no longer follows', async () => {
  await withApp(async (app, replicas) => {
    await standby.query('SELECT pg_promote()');
    expect(await waitUntil(() => replicas.counts.read === 0, 10_000)).toBeLessThan(LEFT_WITHIN_MS);
    const before = await readStock(app);
    await standby.query("UPDATE products SET stock = 0 WHERE id = 'ring-halo'");
    expect(await readStock(app)).toBe(before);
  });
});
