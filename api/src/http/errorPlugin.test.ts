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
  ])('%s, whose text no database can hold, is no failure of ours', async (url) => {
    const { statusCode, body } = await app.inject({ method: 'GET', url });
    expect(statusCode).toBeLessThan(500);
    expect(body).not.toMatch(/22021|encoding|syntax/);
  });

  test('where such a text gets as far as the database, the request is said to be wrong', async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/orders/ORD-%00' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ status: false, code: 'INVALID_REQUEST' });
  });
});
