import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { listDocumentedRoutes, type DocumentedRoute } from '../testing/openApi';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { PASSWORD, Visitor } from '../testing/Visitor';

/** Fields that name something that may be somebody's. */
const ID_FIELD = /(^|_)(id|ids|number)$/;
const CANARY = 'Canary';
const OWNER = 'canary-owner@example.com';
const ADDRESS = { label: 'Home', ...aPostalAddress, lastName: CANARY, streetAddress: `1 ${CANARY} Street` };
const RIGHT_FOR_SOMETHING_ELSE = 'the right code of another challenge';

/** What one customer has, by its ids. */
interface Belongings {
  readonly order: string;
  readonly guestOrder: string;
  readonly address: string;
  readonly session: string;
  readonly product: string;
  /** Codes that were sent, by what for: the id on the wire, and the code. */
  readonly challenges: Readonly<
    Record<'register' | 'login' | 'reset' | 'email', { readonly id: string; readonly code: string }>
  >;
}

interface Attempt {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** What a customer who is not the owner gets, and what a guest gets. */
  readonly customer: number;
  readonly guest: number;
}

const orders = (
  { order, guestOrder }: Belongings,
  rest: Omit<Attempt, 'parameters' | 'customer' | 'guest'> = {},
): Attempt[] => [order, guestOrder].map((number) => ({ ...rest, parameters: { number }, customer: 404, guest: 404 }));
const ofAccount = (id: string, body?: object): Attempt[] => [
  { parameters: { id }, ...(body ? { body } : {}), customer: 404, guest: 401 },
];
const challenge = (id: string, refusal: number, guest = refusal): Attempt => ({
  body: { user_id: id, otp: RIGHT_FOR_SOMETHING_ELSE },
  customer: refusal,
  guest,
});

/**
 * How somebody else tries each route that takes an id of a customer's. A route that is in neither list is refused by
 * the first test.
 */
const OWNED: Readonly<Record<string, (of: Belongings) => readonly Attempt[]>> = {
  'GET /api/orders/{number}': (of) => orders(of),
  'POST /api/orders/{number}/access': (of) => [
    ...orders(of, { body: { email: 'somebody.else@example.com' } }),
    { parameters: { number: of.order }, body: { email: OWNER }, customer: 404, guest: 404 },
  ],
  'POST /api/orders/{number}/cancel': (of) => orders(of),
  'POST /api/orders/{number}/payment': (of) => orders(of),
  'DELETE /api/sessions/{id}': ({ session }) => ofAccount(session),
  'PATCH /api/addresses/{id}': ({ address }) => ofAccount(address, { label: 'Mine' }),
  'DELETE /api/addresses/{id}': ({ address }) => ofAccount(address),
  // A list of one's own: what is not in it is taken out as well.
  'DELETE /api/wishlist/{id}': ({ product }) => [{ parameters: { id: product }, customer: 200, guest: 401 }],
  'POST /api/verify-otp': ({ challenges }) => [
    challenge(challenges.register.id, 422),
    challenge(challenges.login.id, 422),
    challenge(challenges.reset.id, 422),
    challenge(challenges.email.id, 422),
  ],
  'POST /api/verify-reset-otp': ({ challenges }) => [
    challenge(challenges.reset.id, 422),
    challenge(challenges.login.id, 422),
    challenge(challenges.register.id, 422),
    challenge(challenges.email.id, 422),
  ],
  'POST /api/me/email/verify': ({ challenges }) => [
    // even with the right code
    { body: { user_id: challenges.email.id, otp: challenges.email.code }, customer: 422, guest: 401 },
    challenge(challenges.login.id, 422, 401),
  ],
  // It mails the owner; who asks learns nothing.
  'POST /api/resend-otp': ({ challenges }) =>
    Object.values(challenges).map(({ id }) => ({ body: { user_id: id }, customer: 200, guest: 200 })),
};

/** Ids in these name what everybody sees: products and posts. */
const PUBLIC = new Set([
  'GET /api/products/{id}',
  'GET /api/products/{id}/related',
  'GET /api/products-by-id',
  'GET /api/products/{id}/reviews',
  'POST /api/products/{id}/reviews',
  'GET /api/posts/{id}',
  'PUT /api/cart',
  'POST /api/cart/check',
  'POST /api/cart/coupon',
  'POST /api/orders',
  'POST /api/wishlist',
]);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const splitName = (name: string): readonly [(typeof METHODS)[number], string] => [
  METHODS.find((method) => name.startsWith(method)) ?? 'GET',
  name.slice(name.indexOf(' ') + 1),
];
const nameOf = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>): string => `${method} ${path}`;

describe.each(databaseKinds)('ids of somebody else on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let routes: DocumentedRoute[];
  let owned: Belongings;
  let customer: Visitor;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    routes = await listDocumentedRoutes(app);
    owned = await settleOwner();
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
    return { id, code: await visitor.codeFor(email) };
  };
  const settleOwner = async (): Promise<Belongings> => {
    const owner = new Visitor(app, database, '203.0.113.7');
    await owner.register(OWNER);
    const billing = { ...anOrderBody().billing, lastName: CANARY, streetAddress: ADDRESS.streetAddress, email: OWNER };
    const place = async (visitor: Visitor): Promise<string> =>
      (
        await visitor.post('/orders', anOrderBody({ billing, payment_method: 'global' }), {
          headers: { 'idempotency-key': newKey() },
        })
      ).json().order.number;
    const [order, guestOrder] = [await place(owner), await place(new Visitor(app, database, '203.0.113.8'))];
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

  /**
   * Everything that is the owner's, row by row, but for tries, which are counted; reviews of the catalogue belong to
   * nobody.
   */
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
      const kept = await database.query<{ row: object }>(
        `SELECT to_jsonb(t) - 'last_seen_at' - 'tries' AS row FROM ${table} t WHERE to_jsonb(t)::text NOT LIKE '%other@example.com%' ORDER BY 1`,
      );
      rows.push(
        ...kept.rows
          .filter(({ row }) => !('account_id' in row) || table !== 'reviews' || row.account_id !== null)
          .map(({ row }) => `${table} ${JSON.stringify(row)}`),
      );
    }
    return rows;
  };
  /** Each attempt is refused for whose id it carries, not because the one before used up a limit. */
  const resetLimits = async (): Promise<void> => {
    await database.query('DELETE FROM counters');
    await database.query('DELETE FROM code_mails');
    await database.query('UPDATE challenges SET tries = 0');
  };

  test('every route with an id is either tried below, or names what everybody sees', () => {
    const withIds = routes.filter(({ fields }) => fields.some((field) => ID_FIELD.test(field))).map(nameOf);
    expect([...Object.keys(OWNED), ...PUBLIC].sort()).toEqual(withIds.sort());
    for (const route of routes.filter(({ pathParameters }) => pathParameters.length > 0))
      expect(withIds).toContain(nameOf(route));
  });

  describe.each(Object.entries(OWNED))('%s', (name, listAttempts) => {
    const [method, path] = splitName(name);
    test.each(['customer', 'guest'] as const)(
      'by a %s: refused or empty, nothing of the owner in the answer, nothing changed',
      async (who) => {
        const visitor = who === 'customer' ? customer : new Visitor(app, database, '198.51.100.8');
        for (const attempt of listAttempts(owned)) {
          await resetLimits();
          const url = Object.entries(attempt.parameters ?? {}).reduce(
            (filled, [parameter, value]) => filled.replace(`{${parameter}}`, encodeURIComponent(value)),
            path,
          );
          const text = attempt.body && JSON.stringify(attempt.body);
          const body = text?.includes(RIGHT_FOR_SOMETHING_ELSE)
            ? text.replace(RIGHT_FOR_SOMETHING_ELSE, await codeOfCustomer())
            : text;
          const before = await readBelongings();
          const { token, cookies } = visitor;
          const answer = await visitor.call(method, url.replace('/api', ''), body);
          expect({ url, status: answer.statusCode, body: answer.body }).toEqual({
            url,
            status: attempt[who],
            body: expect.not.stringMatching(/canary|Halo/i),
          });
          expect(await readBelongings()).toEqual(before);
          expect([visitor.token, [...visitor.cookies]]).toEqual([token, [...cookies]]); // nobody became the owner
          expect(answer.headers['cache-control']).toBe('no-store');
        }
      },
    );
  });

  /** A code that is right, for a challenge of the customer's own; another than those of the owner. */
  const codeOfCustomer = async (): Promise<string> => {
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

  test("what is the owner's is still the owner's afterwards: the codes are right, and the order is there", async () => {
    const owner = new Visitor(app, database, '203.0.113.7');
    await resetLimits();
    const { id } = owned.challenges.login;
    await owner.post('/resend-otp', { user_id: id });
    expect((await owner.post('/verify-otp', { user_id: id, otp: await owner.codeFor(OWNER) })).statusCode).toBe(200);
    expect((await owner.get(`/orders/${owned.order}`)).json().order).toMatchObject({
      status: 'pending-payment',
      billing: { lastName: CANARY },
    });
    expect((await owner.get('/cart')).json().data.lines).toMatchObject([{ product_id: 'ring-halo', quantity: 2 }]);
  });
});
