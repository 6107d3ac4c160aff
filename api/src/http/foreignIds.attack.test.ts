import { resendOtp, type Endpoint } from '@shop/contracts';
import { endpoints } from '@shop/contracts/answers/createContractFetch';
import { createExample } from '@shop/contracts/answers/createExample';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../database/Database';
import { toName } from '../testing/callEndpoint';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import { PASSWORD, Visitor } from '../testing/Visitor';
import { isForStaff } from './separateAdmin';

/** Fields whose values are ids. Parameters of a path always are. */
const ID_FIELD = /(^|_)(id|ids|number)$/;
const CANARY = 'Canary';
const OWNER = 'canary-owner@example.com';
const OTHER = 'other@example.com';
const RING = 'ring-halo';

/** Ids of one customer's data, by the kinds that endpoints take, with the status that answers an unknown one. */
interface Belongings {
  readonly kinds: Readonly<Record<string, { readonly ids: readonly string[]; readonly refusal: number }>>;
  readonly account: string;
  readonly order: string;
  readonly login: string;
  readonly email: { readonly id: string; readonly code: string };
  readonly codes: readonly string[];
}

/** Kinds of ids that everybody may know, with one that the owner has something to do with. */
const EVERYBODYS: Readonly<Record<string, string | number | null>> = {
  'products/:id': RING,
  'wishlist/:id': RING,
  'posts/:id': 'how-to-read-a-diamond-certificate',
  'content/:store': 'jewellery-store',
  ':store/:key': 'home',
  ids: RING,
  product_id: RING,
  product_ids: RING,
  variant_id: null,
  slot_id: 1,
  delivery_slot_id: 1,
};

/** Attempts change these: they are counted, and a code that somebody asks for again goes to the owner. */
const COUNTED_OR_MAILED = ['account_events', 'code_mails', 'codes', 'counters', 'mailed_codes', 'mails'];
/** A key of a link in a mail would be looked at instead of the id. */
const OTHER_PROOF = 'link_key';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an example with each field at any depth as `set` says; undefined keeps it. */
const setFields = (value: unknown, set: (name: string, value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((entry) => setFields(entry, set));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      name === OTHER_PROOF ? [] : [[name, set(name, field) ?? setFields(field, set)]],
    ),
  );
};

/** Replaces the parameters of a path, each named with what stands before it: "orders/:number". */
const fillPath = (path: string, fill: (kind: string) => string): string =>
  path
    .split('/')
    .map((part, index, parts) => (part.startsWith(':') ? fill(`${parts[index - 1]}/${part}`) : part))
    .join('/');

/** Returns the kinds of ids that an endpoint takes: of its path, and names of fields in query and body. */
const listKinds = (endpoint: Endpoint): string[] => {
  const kinds = new Set<string>();
  fillPath(endpoint.path, (kind) => {
    kinds.add(kind);
    return '';
  });
  for (const schema of [endpoint.query, endpoint.body])
    if (schema)
      setFields(createExample(schema), (name) => {
        if (ID_FIELD.test(name)) kinds.add(name);
        return undefined;
      });
  return [...kinds];
};

const withIds = endpoints.flatMap((endpoint) => {
  const kinds = isForStaff(endpoint.access) ? [] : listKinds(endpoint);
  return kinds.length > 0 ? [[toName(endpoint), endpoint, kinds] as const] : [];
});

/** Another id of the same shape, which nobody has. */
const alter = (id: string): string => id.slice(0, -4) + (id.endsWith('2345') ? '6789' : '2345');

describe.each(databaseKinds)('ids of other customers on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let owned: Belongings;
  let ownedRows: ReadonlyMap<string, string>;
  let customer: Visitor;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    const before = await readRows();
    owned = await createOwner();
    ownedRows = new Map([...(await readRows())].filter(([key]) => !before.has(key)));
    customer = new Visitor(app, database, '198.51.100.7');
    await customer.register(OTHER);
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
  /** A customer with one of everything that has an id. */
  const createOwner = async (): Promise<Belongings> => {
    const owner = new Visitor(app, database, '203.0.113.7');
    await owner.register(OWNER);
    const address = { ...aPostalAddress, lastName: CANARY, streetAddress: `1 ${CANARY} Street` };
    const billing = { ...anOrderBody().billing, ...address, email: OWNER };
    const placeOrder = async (visitor: Visitor): Promise<string> =>
      (
        await visitor.post('/orders', anOrderBody({ billing, payment_method: 'global' }), {
          headers: { 'idempotency-key': newKey() },
        })
      ).json().order.number;
    const [order, guestOrder] = [await placeOrder(owner), await placeOrder(new Visitor(app, database, '203.0.113.8'))];
    await owner.post(`/orders/${order}/payment`);
    await owner.post('/wishlist', { product_ids: [RING] });
    await owner.put('/cart', {
      version: 0,
      items: [{ product_id: RING, variant_id: null, quantity: 2 }],
      coupon_code: null,
    });
    await owner.post(`/products/${RING}/reviews`, { rating: 4, comment: `${CANARY} review` });
    const kept = (await owner.post('/addresses', { label: 'Home', ...address })).json().address;
    const register = await startChallenge(owner, 'canary-new@example.com', '/register', {
      name: CANARY,
      email: 'canary-new@example.com',
      password: PASSWORD,
      phone: '',
    });
    const login = await startChallenge(owner, OWNER, '/forgot-password', { email: OWNER, purpose: 'login' });
    const reset = await startChallenge(owner, OWNER, '/forgot-password', { email: OWNER });
    const email = await startChallenge(owner, 'canary-moved@example.com', '/me/email', {
      email: 'canary-moved@example.com',
      current_password: PASSWORD,
    });
    const challenges = [register, login, reset, email];
    const { rows: accounts } = await database.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [
      OWNER,
    ]);
    return {
      kinds: {
        'orders/:number': { ids: [order, guestOrder], refusal: 404 },
        'addresses/:id': { ids: [kept.id], refusal: 404 },
        'sessions/:id': { ids: [(await owner.get('/sessions')).json().data[0].id], refusal: 404 },
        user_id: { ids: challenges.map(({ id }) => id), refusal: 422 },
      },
      account: accounts[0]?.id ?? '',
      order,
      login: login.id,
      email,
      codes: challenges.map(({ code }) => code),
    };
  };

  /** Returns the rows of all tables by their keys, without what anybody's request counts and mails. */
  const readRows = async (): Promise<Map<string, string>> => {
    const { rows: tables } = await database.query<{ name: string; key: string }>(
      `SELECT c.relname AS name, string_agg('t.' || quote_ident(a.attname), ',' ORDER BY a.attnum) AS key
       FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
       WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
       GROUP BY c.relname`,
      [COUNTED_OR_MAILED],
    );
    const { rows } = await database.query<{ key: string; row: string }>(
      tables
        .map(
          ({ name, key }) =>
            `SELECT '${name} ' || jsonb_build_array(${key})::text AS key, (to_jsonb(t) - ARRAY['last_seen_at', 'tries'])::text AS row FROM "${name}" t`,
        )
        .join(' UNION ALL '),
    );
    return new Map(rows.map(({ key, row }) => [key, row]));
  };
  /** Nothing of the owner was changed, nor anything added in their name. */
  const expectNothingChanged = async (): Promise<void> => {
    const rows = await readRows();
    expect([...ownedRows.keys()].map((key) => [key, rows.get(key)])).toEqual([...ownedRows]);
    const isOwners = (row: string): boolean => /canary/i.test(row) || row.includes(owned.account);
    expect([...rows].filter(([key, row]) => !ownedRows.has(key) && isOwners(row))).toEqual([]);
  };
  /** Resets limits, so that an attempt is refused because of its id and not because of earlier attempts. */
  const resetLimits = async (): Promise<void> => {
    await database.query('DELETE FROM counters');
    await database.query('DELETE FROM code_mails');
    await database.query('UPDATE challenges SET tries = 0');
  };
  /** Returns a correct code of a challenge of the customer that differs from all codes of the owner. */
  const readOwnCode = async (): Promise<string> => {
    for (;;) {
      const visitor = new Visitor(app, database, '198.51.100.9');
      const { code } = await startChallenge(visitor, OTHER, '/forgot-password', { email: OTHER, purpose: 'login' });
      if (!owned.codes.includes(code)) return code;
    }
  };

  const callWith = async (
    visitor: Visitor,
    { method, path, query, body }: Endpoint,
    idOf: (taken: string) => unknown,
  ): Promise<LightMyRequestResponse> => {
    await resetLimits();
    const example = body && createExample(body);
    const otp = isObject(example) && 'otp' in example ? await readOwnCode() : undefined;
    const set = (name: string, value: unknown): unknown => {
      if (name === 'otp') return otp;
      if (!ID_FIELD.test(name)) return undefined;
      return Array.isArray(value) ? [idOf(name)] : idOf(name);
    };
    const filled = fillPath(path, (taken) => encodeURIComponent(String(idOf(taken))));
    const asked = query
      ? `?${new URLSearchParams(setFields(createExample(query), set) as Record<string, string>).toString()}`
      : '';
    return visitor.call(
      method,
      filled + asked,
      example === undefined ? undefined : (setFields(example, set) as object),
      {
        headers: { 'idempotency-key': newKey() },
      },
    );
  };
  const findEverybodys = (taken: string): unknown => EVERYBODYS[taken];

  describe.each(withIds)('%s', (name, endpoint, kinds) => {
    test.each(['customer', 'guest'] as const)(
      'with the ids of the owner, called by a %s, changes and reveals nothing',
      async (who) => {
        const visitor = who === 'customer' ? customer : new Visitor(app, database, '198.51.100.8');
        const isOutside = who === 'guest' && endpoint.access === 'customer';
        for (const taken of kinds) {
          if (taken in EVERYBODYS) {
            const { body } = await callWith(visitor, endpoint, findEverybodys);
            expect(body).not.toMatch(/canary/i);
            await expectNothingChanged();
            continue;
          }
          const known = owned.kinds[taken];
          if (!known)
            throw new Error(
              `${name} takes the id "${taken}": let createOwner make one and return it in \`kinds\`, or name it in EVERYBODYS if it is nobody's.`,
            );
          for (const id of known.ids) {
            const before = [visitor.token, ...visitor.cookies];
            const ask = async (asked: string) => {
              const of = (one: string): unknown => (one === taken ? asked : findEverybodys(one));
              const { statusCode, body, headers } = await callWith(visitor, endpoint, of);
              return { status: statusCode, body, cache: headers['cache-control'] };
            };
            const answer = await ask(id);
            await expectNothingChanged();
            expect([visitor.token, ...visitor.cookies]).toEqual(before); // nobody became the owner
            expect(answer).toMatchObject({ body: expect.not.stringMatching(/canary/i), cache: 'no-store' });
            // It mails a code to the owner; only who has the id, which is a secret, learns that.
            if (endpoint === resendOtp) continue;
            expect(answer.status).toBe(isOutside ? 401 : known.refusal);
            expect(answer).toEqual(await ask(alter(id)));
          }
        }
      },
    );
  });

  test('the right address opens no order of an account, and the right code confirms no address of another one', async () => {
    for (const visitor of [customer, new Visitor(app, database, '198.51.100.8')]) {
      await resetLimits();
      const { id: user_id, code: otp } = owned.email;
      const access = await visitor.post(`/orders/${owned.order}/access`, { email: OWNER });
      const verified = await visitor.post('/me/email/verify', { user_id, otp });
      expect([access.statusCode, verified.statusCode]).toEqual([404, visitor === customer ? 422 : 401]);
      expect(access.body + verified.body).not.toMatch(/canary|Halo/i);
      await expectNothingChanged();
    }
  });

  test('afterwards the owner can still use the login challenge, the order and the cart', async () => {
    const owner = new Visitor(app, database, '203.0.113.7');
    await resetLimits();
    const id = owned.login;
    await owner.post('/resend-otp', { user_id: id });
    expect((await owner.post('/verify-otp', { user_id: id, otp: await owner.readCode(OWNER) })).statusCode).toBe(200);
    expect((await owner.get(`/orders/${owned.order}`)).json().order).toMatchObject({
      status: 'pending-payment',
      billing: { lastName: CANARY },
    });
    expect((await owner.get('/cart')).json().data.lines).toMatchObject([{ product_id: RING, quantity: 2 }]);
  });
});
