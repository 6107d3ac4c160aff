import fastify, { type FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { buildTestApp } from '../testing/testApp';
import { openTestDatabase } from '../testing/testDatabase';
import { requireRouteAuth } from './requireRouteAuth';

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

/** Routes that anyone may call. They check owners, grants, codes or signatures themselves where needed. */
const OPEN_ROUTES = [
  'DELETE /api/cart/coupon',
  'GET /api/auth/google',
  'GET /api/auth/google/callback',
  'GET /api/auth/options',
  'GET /api/brands',
  'GET /api/categories',
  'GET /api/categories-with-products',
  'GET /api/category-products',
  'GET /api/currencies',
  'GET /api/delivery/next',
  'GET /api/delivery/slots',
  'GET /api/dev/mailbox',
  'GET /api/dev/mailbox.json',
  'GET /api/dev/pay',
  'GET /api/docs',
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/openapi.json',
  'GET /api/orders/:number',
  'GET /api/payment-methods',
  'GET /api/posts',
  'GET /api/posts/:id',
  'GET /api/products',
  'GET /api/products-by-id',
  'GET /api/products/:id',
  'GET /api/products/:id/related',
  'GET /api/products/:id/reviews',
  'GET /api/search/suggest',
  'GET /api/sitemap.xml',
  'GET /api/sitemaps/pages.xml',
  'GET /api/sitemaps/products-:file(^\\d{1,4}).xml',
  'GET /api/trending-products',
  'POST /api/cart/check',
  'POST /api/cart/coupon',
  'POST /api/contact',
  'POST /api/delivery/hold',
  'POST /api/dev/pay',
  'POST /api/forgot-password',
  'POST /api/login',
  'POST /api/orders',
  'POST /api/orders/:number/access',
  'POST /api/orders/:number/cancel',
  'POST /api/orders/:number/payment',
  'POST /api/payments/webhook',
  'POST /api/register',
  'POST /api/resend-otp',
  'POST /api/reset-password',
  'POST /api/verify-otp',
  'POST /api/verify-reset-otp',
];

test('every route declares who may call it, and only the listed ones are open to anyone', () => {
  const open = app.declaredRoutes.filter(({ auth }) => auth === 'anyone').map(({ method, url }) => `${method} ${url}`);
  expect(open.sort()).toEqual(OPEN_ROUTES);
});

test('routes that require a session are refused without one', async () => {
  const routes = app.declaredRoutes.filter(({ auth }) => auth === 'session');
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
  requireRouteAuth(other);
  expect(() => other.get('/api/secrets', async () => 'all')).toThrow(
    'GET /api/secrets does not declare who may call it (auth).',
  );
  other.get('/metrics', async () => '');
  await other.close();
});
