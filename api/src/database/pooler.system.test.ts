import { createUrlCheck, ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { freePort } from '@shop/server-kit/testing/startServer';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { runCommand } from '../../operator/runCommand';
import { startPoolerServer } from '../testing/poolerServer';
import { aNetwork, anOrderBy, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { createDatabase } from './createDatabase';
import type { Database } from './Database';
import { migrateDatabase } from './migrateDatabase';
import { openDatabase, openForJob } from './openDatabase';
import { QUERY_TIMEOUT_MS } from './roleSettings';

const CLIENTS = 2_000;
const ORDERS = 100;
const SERVER_CONNECTIONS = 20;
const JOB_MS = 60_000;
/** Two thousand connections are opened, and wait for twenty, on one or two cores. */
const LOAD_TIMEOUT_MS = 60_000;
const SAMPLE_INTERVAL_MS = 20;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pooler-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Creates a copy of the test database, whose role has no settings yet, and returns its name. */
const createCopy = async (): Promise<string> => {
  const database = await openTestDatabase('PostgreSQL');
  const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name');
  await database.close();
  return rows[0]?.name ?? '';
};

const getDirectUrl = (name: string): string => {
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  url.pathname = `/${name}`;
  return url.href;
};

interface Sold {
  readonly id: string;
  readonly price: number;
}

const RING: Sold = { id: 'ring-halo', price: 320 };

const placeOrder = (app: FastifyInstance, { id, price }: Sold = RING) => {
  const key = newKey();
  return app.inject({
    method: 'POST',
    url: '/api/orders',
    remoteAddress: aNetwork(),
    payload: anOrderBy(key, {
      items: [{ product_id: id, variant_id: null, quantity: 1 }],
      expected_total: price,
    }),
    headers: { 'idempotency-key': key },
  });
};

/** Keeps the largest of the numbers that `read` returns, until it is stopped. */
const sampleMaximum = (read: () => Promise<number>): (() => Promise<number>) => {
  let isStopped = false;
  let maximum = 0;
  const sampling = (async () => {
    for (; !isStopped; await sleep(SAMPLE_INTERVAL_MS)) maximum = Math.max(maximum, await read());
  })();
  return async () => {
    isStopped = true;
    await sampling;
    return maximum;
  };
};

const describeOnPostgres = databaseKinds.includes('PostgreSQL') ? describe : describe.skip;

describeOnPostgres('behind a pooler in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof startPoolerServer>>;
  let location: { readonly databaseUrl: string; readonly directUrl: string; readonly dataDirectory: string };
  let direct: Database;
  beforeAll(async () => {
    pooler = await startPoolerServer({
      postgresUrl: process.env['TEST_POSTGRES_URL'] ?? '',
      poolSize: SERVER_CONNECTIONS,
      maxClients: 2_500,
    });
    const name = await createCopy();
    location = { databaseUrl: pooler.getUrl(name), directUrl: getDirectUrl(name), dataDirectory: '' };
    direct = await openForJob(location, JOB_MS);
    await migrateDatabase(direct);
    await direct.query('UPDATE products SET stock = 1000000');
  });
  afterAll(async () => {
    await direct.close();
    await pooler.stop();
  });

  const countWaiting = async (): Promise<number> => {
    const pools = await pooler.command('SHOW POOLS');
    return Math.max(...pools.map(({ cl_waiting: waiting }) => Number(waiting)));
  };

  test('the limit of the role ends a statement that takes too long', async () => {
    const { databaseUrl } = location;
    const database = createDatabase(new pg.Pool({ connectionString: databaseUrl }), 'postgresql', { isPooled: true });
    await expect(database.query('SELECT pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
    await database.close();
  });

  test(`${CLIENTS} connections at once share ${SERVER_CONNECTIONS}, and no request fails`, async () => {
    const pool = new pg.Pool({
      connectionString: location.databaseUrl,
      max: CLIENTS,
      connectionTimeoutMillis: LOAD_TIMEOUT_MS,
      idleTimeoutMillis: 0,
      application_name: 'shop-api',
    });
    const database = createDatabase(pool, 'postgresql', { isPooled: true });
    const app = await buildTestApp(database);
    // Of many products, because orders of one product wait for each other.
    const { rows: products } = await direct.query<Sold>(
      `SELECT id, price_cents / 100.0::float AS price FROM products p
       WHERE store = 'jewellery-store' AND NOT EXISTS (SELECT 1 FROM product_variants v WHERE v.product_id = p.id)`,
    );
    const connections = await Promise.all(Array.from({ length: CLIENTS }, () => pool.connect()));
    for (const connection of connections) connection.release();
    const endSampling = sampleMaximum(async () => {
      const { rows } = await direct.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
      );
      return rows[0]?.n ?? 0;
    });
    await pooler.command('PAUSE');
    const answering = Promise.all(
      Array.from({ length: CLIENTS }, (_, index) => {
        const product = products[index % products.length] ?? RING;
        return index % (CLIENTS / ORDERS) === 0 ? placeOrder(app, product) : app.inject(`/api/products/${product.id}`);
      }),
    );
    // Every request waits on a connection of its own.
    while ((await countWaiting()) < CLIENTS) await sleep(SAMPLE_INTERVAL_MS);
    const startedAt = performance.now();
    await pooler.command('RESUME');
    const answers = await answering;
    const seconds = (performance.now() - startedAt) / 1_000;
    const serverConnections = await endSampling();
    console.warn(
      `${CLIENTS} requests at once, ${ORDERS} of them orders, took ${seconds.toFixed(1)} s on ${serverConnections} connections`,
    );
    expect(answers.filter(({ statusCode }) => statusCode !== 200).map(({ body }) => body)).toEqual([]);
    expect(serverConnections).toBe(SERVER_CONNECTIONS);
    expect((await direct.query('SELECT 1 FROM orders')).rowCount).toBe(ORDERS);
    await app.close();
    await database.close();
  });

  test('without a connection of the pooler, requests get 503 within the limit, and 200 as soon as there is one', async () => {
    const database = await openDatabase(location);
    const app = await buildTestApp(database);
    const getProduct = async (): Promise<number> => (await app.inject('/api/products/ring-halo')).statusCode;
    await pooler.command('PAUSE');
    const startedAt = performance.now();
    expect(await getProduct()).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(QUERY_TIMEOUT_MS + 1_000);
    await pooler.command('RESUME');
    expect(await getProduct()).toBe(200);
    await app.close();
    await database.close();
  });

  test('a migration runs past the pooler while the shop serves through it', async () => {
    const database = await openDatabase(location);
    const app = await buildTestApp(database);
    fs.mkdirSync(path.join(folder, 'meta'));
    fs.writeFileSync(
      path.join(folder, '9000_planted.sql'),
      [
        'ALTER TABLE orders ADD COLUMN planted text',
        `SELECT pg_sleep(${QUERY_TIMEOUT_MS / 1_000 + 1})`, // longer than a request may take
      ].join('\n--> statement-breakpoint\n'),
    );
    fs.writeFileSync(
      path.join(folder, 'meta/_journal.json'),
      JSON.stringify({
        entries: [{ idx: 0, version: '7', when: Date.now() + 1e12, tag: '9000_planted', breakpoints: true }],
      }),
    );
    let isDone = false;
    const migrated = migrateDatabase(direct, { folder }).finally(() => (isDone = true));
    const statuses = new Set<number>();
    while (!isDone) {
      statuses.add((await app.inject('/api/products?store=organic-store')).statusCode);
      await sleep(SAMPLE_INTERVAL_MS);
    }
    await migrated;
    expect([...statuses]).toEqual([200]);
    expect((await placeOrder(app)).statusCode).toBe(200);
    await app.close();
    await database.close();
  });

  test('the server migrates an empty database past the pooler, is ready and takes an order through it', async () => {
    await direct.query('CREATE DATABASE pooler_empty');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const server = new ManagedProcess({
      name: 'The API',
      args: tsxArguments('api/src/server.ts'),
      env: {
        NODE_ENV: 'development',
        API_PORT: String(port),
        DATA_DIR: path.join(folder, 'secrets'),
        DATABASE_URL: pooler.getUrl('pooler_empty'),
        DATABASE_DIRECT_URL: getDirectUrl('pooler_empty'),
      },
      isReady: createUrlCheck(`${url}/api/health/ready`),
    });
    await server.start();
    const key = newKey();
    const answer = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(anOrderBy(key)),
    });
    expect(await answer.json()).toMatchObject({ status: true });
    expect(await server.stop()).toBe(0);
  });

  test("operator's commands pass the pooler and the limit of the role", async () => {
    const directUrl = getDirectUrl(await createCopy());
    const database = await openForJob({ databaseUrl: directUrl, dataDirectory: '' }, JOB_MS);
    await migrateDatabase(database);
    const said: string[] = [];
    const say = (line: string): void => void said.push(line);
    const environment = {
      DATA_DIR: path.join(folder, 'secrets'),
      DATABASE_URL: 'postgresql://127.0.0.1:1/unreachable',
      DATABASE_DIRECT_URL: directUrl,
    };
    const run = (...argv: string[]): Promise<number> =>
      runCommand([...argv, '--by', 'grace'], environment, { print: say, printError: say, write: say });
    const codes = [await run('orders', 'list')];
    let holding: Promise<void> | undefined;
    await new Promise<void>((resolve) => {
      holding = database.transaction(async (connection) => {
        await connection.query('LOCK TABLE orders');
        resolve();
        await sleep(QUERY_TIMEOUT_MS + 1_000);
      });
    });
    const started = performance.now();
    codes.push(await run('orders', 'list'));
    expect(performance.now() - started).toBeGreaterThan(QUERY_TIMEOUT_MS);
    await holding;
    await database.close();
    expect({ codes, said }).toMatchObject({ codes: [0, 0] });
  });

  test('a server that does not migrate is refused until the role has its limits', async () => {
    const name = await createCopy();
    const server = new ManagedProcess({
      name: 'The API',
      args: tsxArguments('api/src/server.ts'),
      env: {
        API_PORT: '0',
        DATA_DIR: path.join(folder, 'secrets'),
        MIGRATE_ON_START: 'off',
        DATABASE_URL: pooler.getUrl(name),
        DATABASE_DIRECT_URL: getDirectUrl(name),
      },
    });
    await server.start();
    expect(await server.ended).toBe(1);
    expect(server.output).toMatch(
      /^The role of DATABASE_URL has statement_timeout = 0 in this database instead of 3s: run npm run migrate/m,
    );
  });
});
