import pg from 'pg';
import { buildTestApp } from '../testing/testApp';
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
