import { endpoints } from '@shop/contracts/answers/createContractFetch';
import fastify, { type FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { buildTestApp } from '../testing/testApp';
import { openTestDatabase } from '../testing/testDatabase';
import { requireRouteAccess } from './requireRouteAccess';

let database: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
  // As in production, so that the schema of every route is known to compile.
  app = await buildTestApp(database, {}, undefined, { compileSchemasOnFirstUse: false });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Routes without a contract: no page calls them. They check signatures or flow cookies themselves where needed. */
const OTHER_ROUTES = [
  'GET /api/auth/google',
  'GET /api/auth/google/callback',
  'GET /api/dev/mailbox',
  'GET /api/dev/mailbox.json',
  'GET /api/dev/pay',
  'GET /api/docs',
  'GET /api/openapi.json',
  'GET /api/sitemap.xml',
  'GET /api/sitemaps/pages.xml',
  'GET /api/sitemaps/products-:file(^\\d{1,4}).xml',
  'POST /api/dev/pay',
  'POST /api/payments/webhook',
];

test('who may call a route is what its contract says; anyone may call the few routes without one', () => {
  const declared = Object.fromEntries(
    app.declaredRoutes.map(({ method, url, access }) => [`${method} ${url}`, access]),
  );
  expect(declared).toEqual(
    Object.fromEntries([
      ...endpoints.map(({ method, path, access }) => [`${method} /api${path}`, access]),
      ...OTHER_ROUTES.map((name) => [name, 'anyone']),
    ]),
  );
});

test('routes for customers are refused without a session', async () => {
  const routes = app.declaredRoutes.filter(({ access }) => access === 'customer');
  expect(routes.length).toBeGreaterThan(15);
  for (const { method, url } of routes) {
    const headers = method === 'GET' ? {} : { 'content-type': 'application/json' };
    const { statusCode } = await app.inject({
      method: method as 'GET',
      url: url.replaceAll(/:\w+/g, '11111111-1111-4111-8111-111111111111'),
      headers,
    });
    // Bodies are validated first: without one, routes that need it respond 400.
    expect([`${method} ${url}`, [400, 401, 422].includes(statusCode)]).toEqual([`${method} ${url}`, true]);
    if (method === 'GET') expect([url, statusCode]).toEqual([url, 401]);
  }
});

test('the API does not start if a route does not declare who may call it', async () => {
  const other = fastify();
  requireRouteAccess(other);
  expect(() => other.get('/api/secrets', async () => 'all')).toThrow(
    'GET /api/secrets does not declare who may call it (access).',
  );
  other.get('/metrics', async () => '');
  await other.close();
});
