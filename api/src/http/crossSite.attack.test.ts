import { endpoints } from '@shop/contracts/answers/createContractFetch';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { callEndpoint, toName } from '../testing/callEndpoint';
import { listDocumentedRoutes } from '../testing/openApi';
import { ADMIN, StaffVisitor } from '../testing/StaffVisitor';
import { anOrderBody, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { Visitor } from '../testing/Visitor';
import { isForStaff } from './separateAdmin';

const SHOP = 'http://shop.test';
const EVIL = 'https://evil.example';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers that a browser sends with requests from pages of other sites. */
const CROSS_SITE_HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a form on another site': {
    'content-type': 'application/x-www-form-urlencoded',
    origin: EVIL,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  },
  'a multipart form on another site': {
    'content-type': 'multipart/form-data; boundary=x',
    origin: EVIL,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  },
  'a text/plain form in a browser without Sec-Fetch-Site': { 'content-type': 'text/plain', origin: EVIL },
  'a fetch without CORS': {
    'content-type': 'text/plain;charset=UTF-8',
    origin: EVIL,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
  },
  'a fetch with JSON': {
    'content-type': 'application/json',
    origin: EVIL,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
  },
  'another host of the same site': {
    'content-type': 'application/json',
    origin: 'http://blog.shop.test',
    'sec-fetch-site': 'same-site',
    'sec-fetch-mode': 'cors',
  },
  'another host of the same site in a browser without Sec-Fetch-Site': {
    'content-type': 'application/json',
    origin: 'http://blog.shop.test',
  },
  'a sandboxed frame, whose origin is null': {
    'content-type': 'application/json',
    origin: 'null',
    'sec-fetch-site': 'cross-site',
  },
  'a sandboxed frame in a browser without Sec-Fetch-Site': { 'content-type': 'application/json', origin: 'null' },
  'the other of our own sites': { 'content-type': 'application/json', origin: '', 'sec-fetch-site': 'same-site' },
  'a typed URL': { 'content-type': 'application/json', 'sec-fetch-site': 'none' },
};

describe.each(databaseKinds)('cross-site requests on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let customer: Visitor;
  let owner: StaffVisitor;
  let order: string;
  const unsafe = endpoints.filter(({ method }) => !SAFE_METHODS.has(method));
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {
      google: { clientId: 'shop', clientSecret: 'a secret', issuer: 'http://127.0.0.1:1' },
    });
    customer = new Visitor(app, database);
    await customer.register('customer@example.com');
    const placed = await customer.post('/orders', anOrderBody(), { headers: { 'idempotency-key': newKey() } });
    order = placed.json().order.number;
    owner = await new StaffVisitor(app, database, { now: () => new Date('2026-11-21T12:00:00Z') }).join(
      'owner@example.com',
    );
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  /** Returns a checksum of all rows of each table. */
  const checksumTables = async (): Promise<string> => {
    await app.afterReply.settled();
    const { rows: tables } = await database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    );
    const sums: string[] = [];
    for (const { name } of tables) {
      const { rows } = await database.query<{ sum: string | null }>(
        `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${name} t`,
      );
      sums.push(`${name} ${rows[0]?.sum}`);
    }
    return sums.join('\n');
  };

  const send = (endpoint: (typeof endpoints)[number], headers: Readonly<Record<string, string>>) => {
    const isStaff = isForStaff(endpoint.access);
    return callEndpoint(app, endpoint, {
      host: new URL(isStaff ? ADMIN : SHOP).host,
      cookies: isStaff ? owner.cookies : customer.cookies,
      token: isStaff ? undefined : customer.token,
      headers: headers['origin'] === '' ? { ...headers, origin: isStaff ? SHOP : ADMIN } : headers,
    });
  };

  test.each(unsafe.map((endpoint) => [toName(endpoint), endpoint] as const))(
    '%s is refused from other sites, even with the cookies and token of who may call it, and changes nothing',
    async (_name, endpoint) => {
      const before = await checksumTables();
      for (const [source, headers] of Object.entries(CROSS_SITE_HEADERS)) {
        const response = await send(endpoint, headers);
        expect({ source, status: response.statusCode, cookies: response.cookies }).toEqual({
          source,
          status: 403,
          cookies: [],
        });
        expect(response.json()).toMatchObject({ code: 'FORBIDDEN_ORIGIN' });
      }
      expect(await checksumTables()).toBe(before);
    },
  );

  test.each(['/api/payments/sandbox/events', '/api/payments/webhook', '/api/dev/pay?session=x'])(
    'POST %s, which no page calls, is refused from other sites, too',
    async (url) => {
      const before = await checksumTables();
      for (const headers of Object.values(CROSS_SITE_HEADERS))
        expect((await app.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode).toBe(403);
      expect(await checksumTables()).toBe(before);
    },
  );

  test('another site cannot start a Google sign-in, and the callback signs nobody in without the flow cookie of this browser', async () => {
    const before = await checksumTables();
    expect(
      (await app.inject({ url: '/api/auth/google', headers: { 'sec-fetch-site': 'cross-site' } })).statusCode,
    ).toBe(403);
    const flows: readonly Record<string, string>[] = [{}, { google_flow: 'forged.value' }];
    for (const cookies of flows) {
      const response = await app.inject({
        url: '/api/auth/google/callback?code=of-the-attacker&state=guessed',
        headers: { 'sec-fetch-site': 'cross-site' },
        cookies,
      });
      expect([response.statusCode, response.headers.location]).toEqual([303, '/auth/login?google=failed']);
      expect(response.cookies.filter(({ value }) => value !== '')).toEqual([]);
    }
    expect(await checksumTables()).toBe(before);
  });

  test('no GET changes anything, whatever its origin', async () => {
    const before = await checksumTables();
    for (const { path } of (await listDocumentedRoutes(app)).filter(({ method }) => method === 'GET'))
      await customer.get(path.replace('/api', '').replace('{number}', order).replace('{id}', 'ring-halo'), {
        headers: { 'sec-fetch-site': 'cross-site', origin: EVIL },
      });
    expect(await checksumTables()).toBe(before);
  });

  test("the same requests from the site's own pages are read, so they were refused because of their origin", async () => {
    for (const endpoint of unsafe) {
      const origin = isForStaff(endpoint.access) ? ADMIN : SHOP;
      const response = await send(endpoint, {
        'content-type': 'application/json',
        origin,
        'sec-fetch-site': 'same-origin',
      });
      expect([toName(endpoint), response.body]).toEqual([
        toName(endpoint),
        expect.not.stringContaining('FORBIDDEN_ORIGIN'),
      ]);
    }
  });

  test('what only browsers send to the back office is refused without their word where it comes from', async () => {
    for (const endpoint of unsafe.filter(({ access }) => isForStaff(access)))
      expect((await send(endpoint, { 'content-type': 'application/json' })).json()).toMatchObject({
        code: 'FORBIDDEN_ORIGIN',
      });
  });
});
