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

  test('errors have status, message and code, and never internals; calls of the catalog have success, too (product 11.4)', async () => {
    const broken = await buildTestApp({
      ...database,
      query: () => Promise.reject(new Error('relation "products" does not exist at /srv/api/src/x.ts')),
    });
    const failed = await broken.inject('/api/products/ring-halo');
    await broken.close();
    expect(failed.statusCode).toBe(500);
    expect(failed.json()).toEqual({
      status: false,
      success: false,
      code: 'INTERNAL',
      message: expect.stringMatching(/^[A-Z][\w ,.']+$/),
    });
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url: `/api${url}`, payload });
    const answers = [
      await app.inject('/api/products/nothing'),
      await app.inject('/api/categories?store=pirate-store'),
      await app.inject('/api/nothing'),
      await app.inject('/api/me'),
      await post('/login', { email: 'nobody@example.com', password: 'a wrong password' }),
      await post('/register', { name: '', email: 'nobody', password: 'x' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 400, 404, 401, 401, 400]);
    for (const answer of answers) {
      expect(answer.json()).toMatchObject({ status: false, message: expect.any(String), code: expect.any(String) });
      expect(answer.body).not.toMatch(/stack|node_modules|SELECT|\.ts/);
    }
    for (const answer of answers.slice(0, 2)) expect(answer.json()).toMatchObject({ success: false });
    expect(Object.keys(answers.at(-1)?.json().fields).sort()).toEqual(['email', 'name', 'password']);
  });

  test('a NUL character that reaches the database is reported as an invalid request', async () => {
    const response = await app.inject({ method: 'GET', url: '/api/orders/ORD-%00' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ status: false, code: 'INVALID_REQUEST' });
  });
});
