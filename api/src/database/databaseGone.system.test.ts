import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseUnavailable } from '../http/isDatabaseUnavailable';
import { buildTestApp } from '../testing/testApp';
import { databaseKinds, openTestDatabase, type TestDatabaseKind } from '../testing/testDatabase';
import { createDatabase } from './createDatabase';
import type { Database } from './Database';

test('while the database is unreachable, requests fail quickly with 503, and readiness fails', async () => {
  const database = createDatabase(
    new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 }),
    'postgresql',
  );
  const app = await buildTestApp(database);
  const started = Date.now();
  const [products, ready, live] = await Promise.all(
    ['/api/products', '/api/health/ready', '/api/health/live'].map((url) => app.inject(url)),
  );
  expect(products).toMatchObject({ statusCode: 503 });
  expect(products?.json()).toMatchObject({ code: 'UNAVAILABLE', status: false });
  expect(products?.headers['retry-after']).toBe('2');
  expect(ready?.statusCode).toBe(503);
  expect(live?.statusCode).toBe(200);
  expect(Date.now() - started).toBeLessThan(2_500);
  await app.close();
  await database.close();
});

test('readiness fails within two seconds if the database accepts connections but does not respond', async () => {
  const silentServer = net.createServer();
  const sockets = new Set<net.Socket>();
  silentServer.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
  const address = silentServer.address();
  const database = createDatabase(
    new pg.Pool({
      host: '127.0.0.1',
      port: typeof address === 'object' && address ? address.port : 0,
      connectionTimeoutMillis: 6_000,
    }),
    'postgresql',
  );
  const app = await buildTestApp(database);
  const started = Date.now();
  expect((await app.inject('/api/health/ready')).statusCode).toBe(503);
  const elapsedMs = Date.now() - started;
  for (const socket of sockets) socket.destroy();
  silentServer.close();
  await app.close();
  await database.close();
  expect(elapsedMs).toBeLessThan(3_000);
});

test('a request that is still running when the process has closed its connections finds no database', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
  await pool.end();
  expect(isDatabaseUnavailable(await pool.query('SELECT 1').catch((error: unknown) => error))).toBe(true);
});

test.each([
  ['08006', 'broken connection'],
  ['25006', 'read-only server'],
  ['53100', 'full disk'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['57P01', 'server stopped by an administrator'],
  ['58030', 'I/O error'],
  ['ECONNREFUSED', 'connection refused'],
])('%s (%s) means that the database is unavailable', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('database error'), { code }))).toBe(true);
});

test.each(['23505', '42P01', '22021', '580', '58030-other', ''])(
  'the code "%s" is a query error, not an outage',
  (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error('database error'), { code }))).toBe(false);
  },
);

/** Opens the database like a standby: it answers queries but accepts no writes. */
const openReadOnly = async (kind: TestDatabaseKind, database: Database): Promise<Database> => {
  if (kind === 'PGlite') {
    await database.query('SET default_transaction_read_only = on');
    return database;
  }
  const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  url.pathname = `/${rows[0]?.name}`;
  return createDatabase(
    new pg.Pool({ connectionString: url.href, options: '-c default_transaction_read_only=on' }),
    'postgresql',
  );
};

test.each(databaseKinds)('on %s a read-only database serves products but is not ready', async (kind) => {
  const database = await openTestDatabase(kind);
  const readOnly = await openReadOnly(kind, database);
  const app = await buildTestApp(readOnly);
  try {
    expect((await app.inject('/api/products?store=organic-store')).statusCode).toBe(200);
    expect((await app.inject('/api/health/ready')).statusCode).toBe(503);
  } finally {
    await app.close();
    await readOnly.close();
    if (readOnly !== database) await database.close();
  }
});

test('losing the connection during a transaction fails its next query, and the process keeps running', async () => {
  if (!databaseKinds.includes('PostgreSQL')) return; // globalSetup has printed a warning
  const database = await openTestDatabase('PostgreSQL');
  const transaction = database.transaction(async (connection) => {
    const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await sleep(100);
    await connection.query('SELECT 1');
  });
  const error: unknown = await transaction.catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await database.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await database.close();
});
