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
  const silent = net.createServer();
  const sockets = new Set<net.Socket>();
  silent.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
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
  const took = Date.now() - started;
  for (const socket of sockets) socket.destroy();
  silent.close();
  await app.close();
  await database.close();
  expect(took).toBeLessThan(3_000);
});

test.each([
  ['08006', 'a connection that broke'],
  ['25006', 'a server that only reads'],
  ['53100', 'a full disk'],
  ['53200', 'no memory'],
  ['53300', 'no connection left'],
  ['57P01', 'an operator who stops the server'],
  ['58030', 'a disk that fails'],
  ['ECONNREFUSED', 'nobody who listens'],
])('%s, %s, is the database that is away', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('of the database'), { code }))).toBe(true);
});

test.each(['23505', '42P01', '22021', '580', '58030-other', ''])('%s is a failure of the query', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('of the database'), { code }))).toBe(false);
});

/** The same database as a standby would be: it answers, and takes no writes. */
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

test('a connection that is lost between two queries of a transaction fails the next one, and ends no process', async () => {
  if (!databaseKinds.includes('PostgreSQL')) return; // said loudly by the setup
  const database = await openTestDatabase('PostgreSQL');
  const lost = database.transaction(async (connection) => {
    const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await sleep(100);
    await connection.query('SELECT 1');
  });
  const error: unknown = await lost.catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await database.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await database.close();
});
