import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { listDocumentedRoutes, type DocumentedRoute } from '../testing/openApi';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { PASSWORD, Visitor } from '../testing/Visitor';

const SHOP = 'http://shop.test';
const EVIL = 'https://evil.example';
const EMAIL = 'customer@example.com';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What a browser sends along with a request that a page of another site makes in it. */
const FROM_ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a form of another site': {
    'content-type': 'application/x-www-form-urlencoded',
    origin: EVIL,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  },
  'a form with files of another site': {
    'content-type': 'multipart/form-data; boundary=x',
    origin: EVIL,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  },
  'a form as plain text, of a browser without Sec-Fetch-Site': { 'content-type': 'text/plain', origin: EVIL },
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
  'another host of the same site, of a browser without Sec-Fetch-Site': {
    'content-type': 'application/json',
    origin: 'http://blog.shop.test',
  },
  'a sandboxed frame, whose origin is null': {
    'content-type': 'application/json',
    origin: 'null',
    'sec-fetch-site': 'cross-site',
  },
  'a sandboxed frame, of a browser without Sec-Fetch-Site': { 'content-type': 'application/json', origin: 'null' },
  'an address that was typed': { 'content-type': 'application/json', 'sec-fetch-site': 'none' },
};

/** What the customer has, for addresses and bodies of requests that would do something. */
interface Things {
  readonly order: string;
  readonly guestOrder: string;
  readonly address: string;
  readonly session: string;
  readonly challenge: Readonly<Record<'login' | 'reset' | 'email', { readonly user_id: string; readonly otp: string }>>;
}

interface Call {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A call of each route that changes something, as the shop's own pages make it. */
const CALLS: Readonly<Record<string, (of: Things) => Call>> = {
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

/** Calls that the control does not make: for each the reason. */
const NOT_TRIED_BY_OWNER: Readonly<Record<string, string>> = {
  'POST /api/me/email/verify': 'the code is void once the address of another is asked for',
  'POST /api/verify-otp': 'the code is void once another was sent',
  'POST /api/verify-reset-otp': 'the code is void once another was sent',
  'POST /api/me/google': 'needs a provider that answers',
  'DELETE /api/sessions': 'the call before it logs out',
  'POST /api/reset-password': 'needs the cookie of the call before',
};

const nameOf = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>): string => `${method} ${path}`;
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
const methodOf = (name: string): (typeof METHODS)[number] =>
  METHODS.find((method) => name.startsWith(method)) ?? 'POST';

describe.each(databaseKinds)('pages of other sites on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let customer: Visitor;
  let things: Things;
  let routes: DocumentedRoute[];
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {
      google: { clientId: 'shop', clientSecret: 'a secret', issuer: 'http://127.0.0.1:1' },
    });
    routes = await listDocumentedRoutes(app);
    await database.query("UPDATE products SET stock = 1000 WHERE id = 'ring-halo'");
    customer = new Visitor(app, database);
    things = await settle();
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
    return { user_id, otp: await customer.codeFor(email) };
  };
  const settle = async (): Promise<Things> => {
    await customer.register(EMAIL);
    const place = async (visitor: Visitor): Promise<string> =>
      (
        await visitor.post(
          '/orders',
          anOrderBody({ payment_method: 'global', billing: { ...anOrderBody().billing, email: EMAIL } }),
          { headers: { 'idempotency-key': newKey() } },
        )
      ).json().order.number;
    const [order, guestOrder] = [await place(customer), await place(new Visitor(app, database))];
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
    return { order, guestOrder, address: address.id, session, challenge };
  };

  /** One sum over every row of everything that a request can change. */
  const fingerprint = async (): Promise<string> => {
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
    const call = CALLS[name]?.(things) ?? {};
    const url = Object.entries(call.parameters ?? {}).reduce(
      (filled, [parameter, value]) => filled.replace(`{${parameter}}`, encodeURIComponent(value)),
      name.slice(name.indexOf(' ') + 1),
    );
    const type = headers['content-type'] ?? '';
    const text = JSON.stringify(call.body ?? {});
    const body = type.startsWith('application/x-www-form') ? new URLSearchParams({ body: text }).toString() : text;
    return customer.call(methodOf(name), url.replace('/api', ''), body, {
      headers: { 'idempotency-key': newKey(), ...headers },
    });
  };

  test('every unsafe route is covered below', () => {
    const changing = routes.filter(({ method }) => !SAFE_METHODS.has(method)).map(nameOf);
    expect(Object.keys(CALLS).sort()).toEqual(changing.sort());
  });

  test.each(Object.keys(CALLS))(
    '%s: refused from everywhere else, with the cookies and even the token of the customer, and nothing is changed',
    async (name) => {
      const before = await fingerprint();
      for (const [what, headers] of Object.entries(FROM_ELSEWHERE)) {
        const { token, cookies } = customer;
        const answer = await send(name, headers);
        expect({ what, status: answer.statusCode, cookies: answer.cookies }).toEqual({
          what,
          status: 403,
          cookies: [],
        });
        expect([customer.token, [...customer.cookies]]).toEqual([token, [...cookies]]);
      }
      expect(await fingerprint()).toBe(before);
    },
  );

  test.each(['/api/payments/webhook', '/api/dev/pay?session=x'])(
    'POST %s, which is for no page, is refused as well',
    async (url) => {
      const before = await fingerprint();
      for (const headers of Object.values(FROM_ELSEWHERE))
        expect((await app.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode).toBe(403);
      expect(await fingerprint()).toBe(before);
    },
  );

  test('another site does not start a sign-in with Google, and its callback without the flow of this browser signs nobody in', async () => {
    const google = routes.map(nameOf).filter((name) => name.includes('/auth/google'));
    expect(google).toEqual(['GET /api/auth/google', 'GET /api/auth/google/callback']);
    const before = await fingerprint();
    expect(
      (await app.inject({ url: '/api/auth/google', headers: { 'sec-fetch-site': 'cross-site' } })).statusCode,
    ).toBe(403);
    const flows: readonly Record<string, string>[] = [{}, { google_flow: 'forged.value' }];
    for (const cookies of flows) {
      const answer = await app.inject({
        url: '/api/auth/google/callback?code=of-the-attacker&state=guessed',
        headers: { 'sec-fetch-site': 'cross-site' },
        cookies,
      });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/auth/login?google=failed']);
      expect(answer.cookies.filter(({ value }) => value !== '')).toEqual([]);
    }
    expect(await fingerprint()).toBe(before);
  });

  test('no GET changes anything, whatever its origin', async () => {
    const before = await fingerprint();
    for (const { path } of routes.filter(({ method }) => method === 'GET')) {
      await customer.get(path.replace('/api', '').replace('{number}', things.order).replace('{id}', 'ring-halo'), {
        headers: { 'sec-fetch-site': 'cross-site', origin: EVIL },
      });
    }
    expect(await fingerprint()).toBe(before);
  });

  test("the same requests from the shop's own pages succeed, so they were refused because of their origin", async () => {
    for (const name of Object.keys(CALLS)) {
      if (name in NOT_TRIED_BY_OWNER) continue;
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
