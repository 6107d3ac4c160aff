import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseGone } from '../http/isDatabaseGone';
import { buildTestApp } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { createDatabase } from './createDatabase';

test('while the database is away requests answer 503 quickly, and readiness says so', async () => {
  const database = createDatabase(new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 }), 'postgresql');
  const app = await buildTestApp(database);
  const started = Date.now();
  const [products, ready, live] = await Promise.all(['/api/products', '/api/health/ready', '/api/health/live'].map((url) => app.inject(url)));
  expect(products).toMatchObject({ statusCode: 503 });
  expect(products?.json()).toMatchObject({ code: 'UNAVAILABLE', status: false });
  expect(products?.headers['retry-after']).toBe('2');
  expect(ready?.statusCode).toBe(503);
  expect(live?.statusCode).toBe(200);
  expect(Date.now() - started).toBeLessThan(2_500);
  await app.close();
  await database.close();
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
  expect(isDatabaseGone(error)).toBe(true);
  expect((await database.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await database.close();
});
