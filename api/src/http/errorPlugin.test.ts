import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { buildTestApp } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';

describe.each(databaseKinds)('on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test.each([
    '/api/products/ring%00halo',
    '/api/products?q=ring%00',
    '/api/products?brand=a%00',
    '/api/posts/%00',
    '/api/orders/ORD-%00',
  ])('%s, which contains a NUL character, causes no server error', async (url) => {
    const { statusCode, body } = await app.inject({ method: 'GET', url });
    expect(statusCode).toBeLessThan(500);
    expect(body).not.toMatch(/22021|encoding|syntax/);
  });

  test('a NUL character that reaches the database is reported as an invalid request', async () => {
    const response = await app.inject({ method: 'GET', url: '/api/orders/ORD-%00' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ status: false, code: 'INVALID_REQUEST' });
  });
});
