import { mayDo, ROLES, type Endpoint, type Role } from '@shop/contracts';
import { endpoints } from '@shop/contracts/answers/createContractFetch';
import fastify, { type FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { callEndpoint, toName } from '../testing/callEndpoint';
import { ADMIN, StaffVisitor } from '../testing/StaffVisitor';
import { buildTestApp } from '../testing/testApp';
import { openTestDatabase } from '../testing/testDatabase';
import { Visitor } from '../testing/Visitor';
import { requireRouteAccess } from './requireRouteAccess';
import { isForStaff } from './separateAdmin';

const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
const SHOP = 'http://shop.test';
const AT_SHOP = { host: new URL(SHOP).host, headers: { origin: SHOP, 'sec-fetch-site': 'same-origin' } };
const AT_ADMIN = { host: new URL(ADMIN).host, headers: { origin: ADMIN, 'sec-fetch-site': 'same-origin' } };

let database: Database;
let app: FastifyInstance;
let customer: Visitor;
const staff = new Map<Role, StaffVisitor>();
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
  // As in production, so that the schema of every route is known to compile.
  app = await buildTestApp(database, {}, clock, { compileSchemasOnFirstUse: false });
  customer = new Visitor(app, database);
  await customer.register('customer@example.com');
  for (const [index, role] of (Object.keys(ROLES) as Role[]).entries()) {
    const visitor = new StaffVisitor(app, database, clock, `203.0.113.${100 + index}`);
    staff.set(role, await visitor.join(`${role}@example.com`, role, role));
  }
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Routes without a contract: no page calls them. They check signatures or flow cookies themselves where needed. */
const OTHER_ROUTES = {
  'GET /api/admin/docs': { staff: 'any' },
  'GET /api/admin/mails/:store/:kind/page': { staff: 'content.write' },
  'GET /api/admin/openapi.json': { staff: 'any' },
  'GET /api/auth/google': 'anyone',
  'GET /api/auth/google/callback': 'anyone',
  'GET /api/dev/mailbox': 'anyone',
  'GET /api/dev/mailbox.json': 'anyone',
  'GET /api/dev/pay': 'anyone',
  'GET /api/docs': 'anyone',
  'GET /api/openapi.json': 'anyone',
  'GET /api/sitemap.xml': 'anyone',
  'GET /api/sitemaps/pages.xml': 'anyone',
  'GET /api/sitemaps/products-:file(^\\d{1,4}).xml': 'anyone',
  'POST /api/dev/pay': 'anyone',
  'POST /api/payments/:provider/events': 'anyone',
  'POST /api/payments/webhook': 'anyone',
} as const;

const forStaff = endpoints.filter(({ access }) => isForStaff(access));
const forShoppers = endpoints.filter(({ access }) => !isForStaff(access));
const neededBy = ({ access }: Endpoint): string => (isForStaff(access) ? access.staff : '');

test('who may call a route is what its contract says; few routes have none', () => {
  const declared = Object.fromEntries(
    app.declaredRoutes.map(({ method, url, access }) => [`${method} ${url}`, access]),
  );
  expect(declared).toEqual(
    Object.fromEntries([
      ...endpoints.map(({ method, path, access }) => [`${method} /api${path}`, access]),
      ...Object.entries(OTHER_ROUTES),
    ]),
  );
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

describe.each(forShoppers.map((endpoint) => [toName(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  test('answers guests by its contract', async () => {
    const { code } = (await callEndpoint(app, endpoint, AT_SHOP)).json();
    if (endpoint.access === 'customer') expect(code).toBe('UNAUTHENTICATED');
    else expect(['UNAUTHENTICATED', 'NOT_FOUND', 'FORBIDDEN_ORIGIN']).not.toContain(code);
  });

  test("does not exist at the back office's address, for whomever (product 16.1)", async () => {
    for (const cookies of [new Map<string, string>(), customer.cookies, staff.get('owner')?.cookies ?? new Map()])
      expect((await callEndpoint(app, endpoint, { ...AT_ADMIN, cookies })).json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe.each(forStaff.map((endpoint) => [toName(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  const needed = neededBy(endpoint);

  test("does not exist at the shop's address, for whomever (product 16.1)", async () => {
    for (const cookies of [new Map<string, string>(), customer.cookies, staff.get('owner')?.cookies ?? new Map()])
      expect((await callEndpoint(app, endpoint, { ...AT_SHOP, cookies })).json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('refuses guests and customers unless it is the door', async () => {
    const asStaff = new Map([...customer.cookies, ['staff', customer.cookies.get('sid') ?? '']]);
    for (const cookies of [new Map<string, string>(), customer.cookies, asStaff]) {
      const { code } = (await callEndpoint(app, endpoint, { ...AT_ADMIN, cookies, token: customer.token })).json();
      if (needed === 'door') expect(['UNAUTHENTICATED', 'NOT_ALLOWED', 'NOT_FOUND']).not.toContain(code);
      else expect(code).toBe('UNAUTHENTICATED');
    }
  });

  test.each(Object.keys(ROLES) as Role[])('answers the role %s by its permissions (product 16.7)', async (role) => {
    const visitor = staff.get(role);
    if (!visitor) throw new Error(`Nobody is ${role}`);
    if ((await visitor.get('/me')).statusCode === 401) await visitor.signIn(); // signed out by the endpoint before
    const response = await callEndpoint(app, endpoint, { ...AT_ADMIN, cookies: visitor.cookies });
    // A file is an answer, too.
    const isFile = response.headers['content-disposition'] !== undefined;
    const code = isFile ? undefined : response.json<{ code?: string }>().code;
    const isAllowed = needed === 'door' || needed === 'any' || mayDo(role, needed as Parameters<typeof mayDo>[1]);
    if (isAllowed) expect(['UNAUTHENTICATED', 'NOT_ALLOWED', 'NOT_FOUND']).not.toContain(code);
    else expect(code).toBe('NOT_ALLOWED');
  });
});
