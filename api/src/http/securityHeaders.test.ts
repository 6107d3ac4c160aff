import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { buildTestApp } from '../testing/testApp';
import { openTestDatabase } from '../testing/testDatabase';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
}, 60_000);
afterAll(() => database.close());

const readHsts = async (app: FastifyInstance): Promise<unknown> => {
  const { headers } = await app.inject('/api/health/live');
  await app.close();
  return headers['strict-transport-security'];
};

test('HSTS is sent only in production with an https URL', async () => {
  const payments = { provider: 'none', webhookSecret: '' } as const;
  expect(
    await readHsts(await buildTestApp(database, { production: true, publicUrl: 'https://shop.test', payments })),
  ).toBe('max-age=31536000');
  expect(
    await readHsts(await buildTestApp(database, { production: true, publicUrl: 'http://shop.test', payments })),
  ).toBeUndefined();
  expect(await readHsts(await buildTestApp(database, { publicUrl: 'https://shop.test' }))).toBeUndefined();
});

test('an overlong id is not found, and a URL that cannot be decoded is refused without echoing it', async () => {
  const app = await buildTestApp(database);
  expect((await app.inject(`/api/products/${'a'.repeat(300)}`)).json()).toMatchObject({
    status: false,
    code: 'NOT_FOUND',
  });
  const undecodable = await app.inject('/api/products/%ff-canary');
  expect(undecodable.statusCode).toBe(400);
  expect(undecodable.json()).toMatchObject({ code: 'INVALID_REQUEST' });
  expect(undecodable.body).not.toContain('canary');
  expect(undecodable.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  await app.close();
});
