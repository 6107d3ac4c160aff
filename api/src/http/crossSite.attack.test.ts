import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { generateSlots } from '../modules/delivery/deliveryRepository';
import { listDocumentedRoutes, type DocumentedRoute } from '../testing/openApi';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { PASSWORD, Visitor } from '../testing/Visitor';

const SHOP = 'http://shop.test';
const EVIL = 'https://evil.example';
const EMAIL = 'customer@example.com';
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
  'a typed URL': { 'content-type': 'application/json', 'sec-fetch-site': 'none' },
};

/** Ids of the customer's data, for URLs and bodies of requests that would succeed. */
interface CustomerData {
  readonly order: string;
  readonly guestOrder: string;
  readonly slot: number;
  readonly address: string;
  readonly session: string;
  readonly challenge: Readonly<Record<'login' | 'reset' | 'email', { readonly user_id: string; readonly otp: string }>>;
}

interface Call {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A valid request to each route that changes data. */
const CALLS: Readonly<Record<string, (of: CustomerData) => Call>> = {
  'POST /api/products/{id}/reviews': () => ({
    parameters: { id: 'ring-halo' },
    body: { rating: 1, comment: 'Not written by me' },
  }),
  'PUT /api/cart': () => ({
    body: { version: 0, items: [{ product_id: 'ring-halo', variant_id: null, quantity: 9 }], coupon_code: null },
  }),
  'POST /api/cart/check': () => ({
    body: { items: [{ product_id: 'ring-halo', variant_id: null, quantity: 9 }], coupon_code: null },
  }),
  'POST /api/cart/coupon': () => ({
    body: { code: 'WELCOME10', items: [{ product_id: 'ring-halo', variant_id: null, quantity: 9 }] },
  }),
  'DELETE /api/cart/coupon': () => ({}),
  'POST /api/delivery/hold': ({ slot }) => ({ body: { slot_id: slot } }),
  'POST /api/orders': () => ({ body: anOrderBody() }),
  'POST /api/orders/{number}/access': ({ guestOrder }) => ({
    parameters: { number: guestOrder },
    body: { email: EMAIL },
  }),
  'POST /api/orders/{number}/payment': ({ order }) => ({ parameters: { number: order } }),
  'POST /api/orders/{number}/cancel': ({ order }) => ({ parameters: { number: order } }),
  'POST /api/register': () => ({ body: { name: 'Eve', email: 'eve@example.com', password: PASSWORD, phone: '' } }),
  'POST /api/resend-otp': ({ challenge }) => ({ body: { user_id: challenge.login.user_id } }),
  'POST /api/forgot-password': () => ({ body: { email: EMAIL } }),
  'POST /api/me/email/verify': ({ challenge }) => ({ body: challenge.email }),
  'POST /api/verify-reset-otp': ({ challenge }) => ({ body: challenge.reset }),
  'PATCH /api/me': () => ({ body: { name: 'Eve' } }),
  'POST /api/me/email': () => ({ body: { email: 'eve@example.com', current_password: PASSWORD } }),
  'POST /api/wishlist': () => ({ body: { product_ids: ['ring-eternity'] } }),
  'DELETE /api/wishlist/{id}': () => ({ parameters: { id: 'ring-halo' } }),
  'POST /api/addresses': () => ({ body: { label: 'Lair', ...aPostalAddress } }),
  'PATCH /api/addresses/{id}': ({ address }) => ({ parameters: { id: address }, body: { label: 'Lair' } }),
  'DELETE /api/addresses/{id}': ({ address }) => ({ parameters: { id: address } }),
  'POST /api/contact': () => ({
    body: { store: 'jewellery-store', name: 'Eve', email: 'eve@example.com', subject: 'Spam', message: 'Spam' },
  }),
  'DELETE /api/sessions/{id}': ({ session }) => ({ parameters: { id: session } }),
  'POST /api/login': () => ({ body: { email: EMAIL, password: PASSWORD } }),
  'POST /api/verify-otp': ({ challenge }) => ({ body: challenge.login }),
  'POST /api/reset-password': () => ({ body: { email: EMAIL, password: 'the password of eve' } }),
  'POST /api/me/google/disconnect': () => ({ body: { current_password: PASSWORD } }),
  'POST /api/me/password': () => ({ body: { current_password: PASSWORD, password: 'the password of eve' } }),
  'POST /api/me/google': () => ({ body: { current_password: PASSWORD } }),
  'POST /api/logout': () => ({}),
  'DELETE /api/sessions': () => ({}),
};

/** Requests that the control test skips, with the reason. */
const SKIPPED_IN_CONTROL: Readonly<Record<string, string>> = {
  'POST /api/me/email/verify': 'the code is invalid once another email change was requested',
  'POST /api/verify-otp': 'the code is invalid once a newer one was sent',
  'POST /api/verify-reset-otp': 'the code is invalid once a newer one was sent',
  'POST /api/me/google': 'needs a reachable provider',
  'DELETE /api/sessions': 'an earlier request logs out',
  'POST /api/reset-password': 'needs the grant cookie of /verify-reset-otp',
};

const toRouteName = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>): string => `${method} ${path}`;
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
const parseMethod = (name: string): (typeof METHODS)[number] =>
  METHODS.find((method) => name.startsWith(method)) ?? 'POST';

describe.each(databaseKinds)('cross-site requests on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let customer: Visitor;
  let customerData: CustomerData;
  let routes: DocumentedRoute[];
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {
      google: { clientId: 'shop', clientSecret: 'a secret', issuer: 'http://127.0.0.1:1' },
    });
    routes = await listDocumentedRoutes(app);
    await database.query("UPDATE products SET stock = 1000 WHERE id = 'ring-halo'");
    customer = new Visitor(app, database);
    customerData = await createCustomerData();
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const startChallenge = async (
    email: string,
    path: string,
    body: object,
  ): Promise<{ user_id: string; otp: string }> => {
    await database.query('DELETE FROM code_mails');
    const { user_id } = (await customer.post(path, body)).json<{ user_id: string }>();
    return { user_id, otp: await customer.readCode(email) };
  };
  const createCustomerData = async (): Promise<CustomerData> => {
    await customer.register(EMAIL);
    const placeOrder = async (visitor: Visitor): Promise<string> =>
      (
        await visitor.post(
          '/orders',
          anOrderBody({ payment_method: 'global', billing: { ...anOrderBody().billing, email: EMAIL } }),
          { headers: { 'idempotency-key': newKey() } },
        )
      ).json().order.number;
    const [order, guestOrder] = [await placeOrder(customer), await placeOrder(new Visitor(app, database))];
    await customer.post('/wishlist', { product_ids: ['ring-halo'] });
    const { address } = (await customer.post('/addresses', { label: 'Home', ...aPostalAddress })).json();
    const second = new Visitor(app, database);
    await second.login(EMAIL);
    const session = (await customer.get('/sessions'))
      .json()
      .data.find(({ current }: { current: boolean }) => !current).id;
    const challenge = {
      login: await startChallenge(EMAIL, '/forgot-password', { email: EMAIL, purpose: 'login' }),
      reset: await startChallenge(EMAIL, '/forgot-password', { email: EMAIL }),
      email: await startChallenge('moved@example.com', '/me/email', {
        email: 'moved@example.com',
        current_password: PASSWORD,
      }),
    };
    await generateSlots(database, new Date('2026-11-21T12:00:00Z'));
    const slot = (await customer.get('/delivery/slots?postcode=97205')).json().data.slots[0].id;
    return { order, guestOrder, address: address.id, session, challenge, slot };
  };

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

  const send = (name: string, headers: Readonly<Record<string, string>>) => {
    const call = CALLS[name]?.(customerData) ?? {};
    const url = Object.entries(call.parameters ?? {}).reduce(
      (filled, [parameter, value]) => filled.replace(`{${parameter}}`, encodeURIComponent(value)),
      name.slice(name.indexOf(' ') + 1),
    );
    const type = headers['content-type'] ?? '';
    const text = JSON.stringify(call.body ?? {});
    const body = type.startsWith('application/x-www-form') ? new URLSearchParams({ body: text }).toString() : text;
    return customer.call(parseMethod(name), url.replace('/api', ''), body, {
      headers: { 'idempotency-key': newKey(), ...headers },
    });
  };

  test('every unsafe route is covered below', () => {
    const unsafe = routes.filter(({ method }) => !SAFE_METHODS.has(method)).map(toRouteName);
    expect(Object.keys(CALLS).sort()).toEqual(unsafe.sort());
  });

  test.each(Object.keys(CALLS))(
    '%s is refused from other sites, even with the cookies and token of the customer, and changes nothing',
    async (name) => {
      const before = await checksumTables();
      for (const [source, headers] of Object.entries(CROSS_SITE_HEADERS)) {
        const { token, cookies } = customer;
        const response = await send(name, headers);
        expect({ source, status: response.statusCode, cookies: response.cookies }).toEqual({
          source,
          status: 403,
          cookies: [],
        });
        expect([customer.token, [...customer.cookies]]).toEqual([token, [...cookies]]);
      }
      expect(await checksumTables()).toBe(before);
    },
  );

  test.each(['/api/payments/webhook', '/api/dev/pay?session=x'])(
    'POST %s, which no page calls, is refused from other sites, too',
    async (url) => {
      const before = await checksumTables();
      for (const headers of Object.values(CROSS_SITE_HEADERS))
        expect((await app.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode).toBe(403);
      expect(await checksumTables()).toBe(before);
    },
  );

  test('another site cannot start a Google sign-in, and the callback signs nobody in without the flow cookie of this browser', async () => {
    const google = routes.map(toRouteName).filter((name) => name.includes('/auth/google'));
    expect(google).toEqual(['GET /api/auth/google', 'GET /api/auth/google/callback']);
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
    for (const { path } of routes.filter(({ method }) => method === 'GET')) {
      await customer.get(
        path.replace('/api', '').replace('{number}', customerData.order).replace('{id}', 'ring-halo'),
        {
          headers: { 'sec-fetch-site': 'cross-site', origin: EVIL },
        },
      );
    }
    expect(await checksumTables()).toBe(before);
  });

  test("the same requests from the shop's own pages succeed, so they were refused because of their origin", async () => {
    for (const name of Object.keys(CALLS)) {
      if (name in SKIPPED_IN_CONTROL) continue;
      await database.query('DELETE FROM counters');
      const { statusCode, body } = await send(name, {
        'content-type': 'application/json',
        origin: SHOP,
        'sec-fetch-site': 'same-origin',
      });
      expect({ name, statusCode, body: statusCode === 200 ? '' : body }).toEqual({ name, statusCode: 200, body: '' });
    }
  });
});
