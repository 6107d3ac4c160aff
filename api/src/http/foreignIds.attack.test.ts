import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { listDocumentedRoutes, type DocumentedRoute } from '../testing/openApi';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { PASSWORD, Visitor } from '../testing/Visitor';

/** Fields whose values may be ids of somebody's data. */
const ID_FIELD = /(^|_)(id|ids|number)$/;
const CANARY = 'Canary';
const OWNER = 'canary-owner@example.com';
const ADDRESS = { label: 'Home', ...aPostalAddress, lastName: CANARY, streetAddress: `1 ${CANARY} Street` };
const CODE_OF_OTHER_CHALLENGE = 'the correct code of another challenge';

/** Ids of one customer's data. */
interface Belongings {
  readonly order: string;
  readonly guestOrder: string;
  readonly address: string;
  readonly session: string;
  readonly product: string;
  /** Sent codes by purpose: the challenge id on the wire, and the code. */
  readonly challenges: Readonly<
    Record<'register' | 'login' | 'reset' | 'email', { readonly id: string; readonly code: string }>
  >;
}

interface Attempt {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Expected status for a customer who is not the owner, and for a guest. */
  readonly customer: number;
  readonly guest: number;
}

const createOrderAttempts = (
  { order, guestOrder }: Belongings,
  rest: Omit<Attempt, 'parameters' | 'customer' | 'guest'> = {},
): Attempt[] => [order, guestOrder].map((number) => ({ ...rest, parameters: { number }, customer: 404, guest: 404 }));
const createAccountAttempt = (id: string, body?: object): Attempt[] => [
  { parameters: { id }, ...(body ? { body } : {}), customer: 404, guest: 401 },
];
const createChallengeAttempt = (id: string, refusal: number, guest = refusal): Attempt => ({
  body: { user_id: id, otp: CODE_OF_OTHER_CHALLENGE },
  customer: refusal,
  guest,
});

/**
 * Attempts by somebody else on each route that takes an id of a customer's data. The first test fails for a route that
 * is neither here nor in PUBLIC.
 */
const OWNED: Readonly<Record<string, (of: Belongings) => readonly Attempt[]>> = {
  'GET /api/orders/{number}': (of) => createOrderAttempts(of),
  'POST /api/orders/{number}/access': (of) => [
    ...createOrderAttempts(of, { body: { email: 'somebody.else@example.com' } }),
    { parameters: { number: of.order }, body: { email: OWNER }, customer: 404, guest: 404 },
  ],
  'POST /api/orders/{number}/cancel': (of) => createOrderAttempts(of),
  'POST /api/orders/{number}/payment': (of) => createOrderAttempts(of),
  'DELETE /api/sessions/{id}': ({ session }) => createAccountAttempt(session),
  'PATCH /api/addresses/{id}': ({ address }) => createAccountAttempt(address, { label: 'Mine' }),
  'DELETE /api/addresses/{id}': ({ address }) => createAccountAttempt(address),
  // Changes the caller's own list, and succeeds even if the product is not in it.
  'DELETE /api/wishlist/{id}': ({ product }) => [{ parameters: { id: product }, customer: 200, guest: 401 }],
  'POST /api/verify-otp': ({ challenges }) => [
    createChallengeAttempt(challenges.register.id, 422),
    createChallengeAttempt(challenges.login.id, 422),
    createChallengeAttempt(challenges.reset.id, 422),
    createChallengeAttempt(challenges.email.id, 422),
  ],
  'POST /api/verify-reset-otp': ({ challenges }) => [
    createChallengeAttempt(challenges.reset.id, 422),
    createChallengeAttempt(challenges.login.id, 422),
    createChallengeAttempt(challenges.register.id, 422),
    createChallengeAttempt(challenges.email.id, 422),
  ],
  'POST /api/me/email/verify': ({ challenges }) => [
    // even with the right code
    { body: { user_id: challenges.email.id, otp: challenges.email.code }, customer: 422, guest: 401 },
    createChallengeAttempt(challenges.login.id, 422, 401),
  ],
  // Mails the owner; the response reveals nothing.
  'POST /api/resend-otp': ({ challenges }) =>
    Object.values(challenges).map(({ id }) => ({ body: { user_id: id }, customer: 200, guest: 200 })),
};

/** Routes whose ids name public data: products and posts. */
const PUBLIC = new Set([
  'GET /api/products/{id}',
  'GET /api/products/{id}/related',
  'GET /api/products-by-id',
  'GET /api/products/{id}/reviews',
  'POST /api/products/{id}/reviews',
  'GET /api/products/{id}/reviews/waiting',
  'GET /api/posts/{id}',
  'PUT /api/cart',
  'POST /api/cart/check',
  'POST /api/cart/coupon',
  'POST /api/delivery/hold',
  'POST /api/orders',
  'POST /api/wishlist',
]);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const splitName = (name: string): readonly [(typeof METHODS)[number], string] => [
  METHODS.find((method) => name.startsWith(method)) ?? 'GET',
  name.slice(name.indexOf(' ') + 1),
];
const toRouteName = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>): string => `${method} ${path}`;

describe.each(databaseKinds)('ids of other customers on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let routes: DocumentedRoute[];
  let owned: Belongings;
  let customer: Visitor;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    routes = await listDocumentedRoutes(app);
    owned = await createOwner();
    customer = new Visitor(app, database, '198.51.100.7');
    await customer.register('other@example.com');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const startChallenge = async (
    visitor: Visitor,
    email: string,
    path: string,
    body: object,
  ): Promise<{ id: string; code: string }> => {
    await database.query('DELETE FROM code_mails');
    const { user_id: id } = (await visitor.post(path, body)).json<{ user_id: string }>();
    return { id, code: await visitor.readCode(email) };
  };
  const createOwner = async (): Promise<Belongings> => {
    const owner = new Visitor(app, database, '203.0.113.7');
    await owner.register(OWNER);
    const billing = { ...anOrderBody().billing, lastName: CANARY, streetAddress: ADDRESS.streetAddress, email: OWNER };
    const placeOrder = async (visitor: Visitor): Promise<string> =>
      (
        await visitor.post('/orders', anOrderBody({ billing, payment_method: 'global' }), {
          headers: { 'idempotency-key': newKey() },
        })
      ).json().order.number;
    const [order, guestOrder] = [await placeOrder(owner), await placeOrder(new Visitor(app, database, '203.0.113.8'))];
    await owner.post(`/orders/${order}/payment`);
    await owner.post('/wishlist', { product_ids: ['ring-halo'] });
    await owner.put('/cart', {
      version: 0,
      items: [{ product_id: 'ring-halo', variant_id: null, quantity: 2 }],
      coupon_code: null,
    });
    await owner.post('/products/ring-halo/reviews', { rating: 4, comment: `${CANARY} review` });
    const { address } = (await owner.post('/addresses', ADDRESS)).json();
    const challenges = {
      register: await startChallenge(owner, 'canary-new@example.com', '/register', {
        name: CANARY,
        email: 'canary-new@example.com',
        password: PASSWORD,
        phone: '',
      }),
      login: await startChallenge(owner, OWNER, '/forgot-password', { email: OWNER, purpose: 'login' }),
      reset: await startChallenge(owner, OWNER, '/forgot-password', { email: OWNER }),
      email: await startChallenge(owner, 'canary-moved@example.com', '/me/email', {
        email: 'canary-moved@example.com',
        current_password: PASSWORD,
      }),
    };
    return {
      order,
      guestOrder,
      address: address.id,
      session: (await owner.get('/sessions')).json().data[0].id,
      product: 'ring-halo',
      challenges,
    };
  };

  /** Returns all rows of the owner's data, without the counters of attempts and without seeded reviews. */
  const readBelongings = async (): Promise<string[]> => {
    const rows: string[] = [];
    for (const table of [
      'accounts',
      'addresses',
      'carts',
      'orders',
      'order_lines',
      'payments',
      'reviews',
      'sessions',
      'wishlist_items',
      'challenges',
      'coupon_uses',
      'account_identities',
    ]) {
      const selected = await database.query<{ row: object }>(
        `SELECT to_jsonb(t) - 'last_seen_at' - 'tries' AS row FROM ${table} t WHERE to_jsonb(t)::text NOT LIKE '%other@example.com%' ORDER BY 1`,
      );
      rows.push(
        ...selected.rows
          .filter(({ row }) => !('account_id' in row) || table !== 'reviews' || row.account_id !== null)
          .map(({ row }) => `${table} ${JSON.stringify(row)}`),
      );
    }
    return rows;
  };
  /** Resets limits, so that an attempt is refused because of its id and not because of earlier attempts. */
  const resetLimits = async (): Promise<void> => {
    await database.query('DELETE FROM counters');
    await database.query('DELETE FROM code_mails');
    await database.query('UPDATE challenges SET tries = 0');
  };

  test('every route with an id is attempted below or serves public data', () => {
    const withIds = routes.filter(({ fields }) => fields.some((field) => ID_FIELD.test(field))).map(toRouteName);
    expect([...Object.keys(OWNED), ...PUBLIC].sort()).toEqual(withIds.sort());
    for (const route of routes.filter(({ pathParameters }) => pathParameters.length > 0))
      expect(withIds).toContain(toRouteName(route));
  });

  describe.each(Object.entries(OWNED))('%s', (name, listAttempts) => {
    const [method, path] = splitName(name);
    test.each(['customer', 'guest'] as const)(
      'called by a %s, reveals and changes nothing of the owner',
      async (who) => {
        const visitor = who === 'customer' ? customer : new Visitor(app, database, '198.51.100.8');
        for (const attempt of listAttempts(owned)) {
          await resetLimits();
          const url = Object.entries(attempt.parameters ?? {}).reduce(
            (filled, [parameter, value]) => filled.replace(`{${parameter}}`, encodeURIComponent(value)),
            path,
          );
          const text = attempt.body && JSON.stringify(attempt.body);
          const body = text?.includes(CODE_OF_OTHER_CHALLENGE)
            ? text.replace(CODE_OF_OTHER_CHALLENGE, await readOwnCode())
            : text;
          const before = await readBelongings();
          const { token, cookies } = visitor;
          const response = await visitor.call(method, url.replace('/api', ''), body);
          expect({ url, status: response.statusCode, body: response.body }).toEqual({
            url,
            status: attempt[who],
            body: expect.not.stringMatching(/canary|Halo/i),
          });
          expect(await readBelongings()).toEqual(before);
          expect([visitor.token, [...visitor.cookies]]).toEqual([token, [...cookies]]); // nobody became the owner
          expect(response.headers['cache-control']).toBe('no-store');
        }
      },
    );
  });

  /** Returns a correct code of a challenge of the customer that differs from all codes of the owner. */
  const readOwnCode = async (): Promise<string> => {
    const taken = Object.values(owned.challenges).map(({ code }) => code);
    for (;;) {
      const { code } = await startChallenge(
        new Visitor(app, database, '198.51.100.9'),
        'other@example.com',
        '/forgot-password',
        { email: 'other@example.com', purpose: 'login' },
      );
      if (!taken.includes(code)) return code;
    }
  };

  test('afterwards the owner can still use the login challenge, the order and the cart', async () => {
    const owner = new Visitor(app, database, '203.0.113.7');
    await resetLimits();
    const { id } = owned.challenges.login;
    await owner.post('/resend-otp', { user_id: id });
    expect((await owner.post('/verify-otp', { user_id: id, otp: await owner.readCode(OWNER) })).statusCode).toBe(200);
    expect((await owner.get(`/orders/${owned.order}`)).json().order).toMatchObject({
      status: 'pending-payment',
      billing: { lastName: CANARY },
    });
    expect((await owner.get('/cart')).json().data.lines).toMatchObject([{ product_id: 'ring-halo', quantity: 2 }]);
  });
});
