import * as contracts from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { openTestDatabase } from '../testing/testDatabase';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../testing/testApp';
import { Visitor } from '../testing/Visitor';

let database: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
  app = await buildTestApp(database);
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.close();
});

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly [contracts.CLEANED]?: string;
}

/** Names of the texts in a schema that are checked as they come. */
const listUncleaned = (schema: Schema | undefined, name = ''): string[] => {
  if (!schema) return [];
  const parts: (readonly [Schema, string])[] = [
    ...Object.entries(schema.properties ?? {}).map(([property, part]) => [part, property] as const),
    ...(schema.items ? [[schema.items, name] as const] : []),
    ...(schema.anyOf ?? []).map((part) => [part, name] as const),
  ];
  const isTyped = schema.type === 'string' && schema.const === undefined;
  const own = isTyped && schema[contracts.CLEANED] === undefined ? [name] : [];
  return [...own, ...parts.flatMap(([part, itsName]) => listUncleaned(part, itsName))];
};

/** Every character of a password counts. */
const PASSWORDS = ['password', 'confirmPassword', 'current_password'];
/** What pages send without a field for it, and the trap for programs that fill all fields. */
const UNTYPED = [
  ...['category', 'sort', 'page'],
  ...['hashes', 'ids', 'product_id', 'product_ids', 'variant_id', 'user_id', 'link_key'],
  'website',
  // Of the back office: filters, a link's key, and what authenticators write.
  ...['actor', 'by', 'cursor', 'days', 'from', 'hash', 'kind', 'product', 'seen', 'stars', 'state', 'to'],
  ...['brand', 'ends_at', 'numbers', 'payment', 'slot', 'slugs', 'starts_at', 'status', 'store', 'view'],
  // Of pages that staff write: their editors make these.
  ...['draft', 'rated_on', 'src', 'text', 'time'],
  ...['attestation', 'authenticator_data', 'client_data', 'id', 'key', 'signature', 'transports'],
];

test('every text that a person can paste into a field is cleaned before it is checked', () => {
  const endpoints = Object.values<unknown>(contracts).filter(
    (value): value is contracts.Endpoint => typeof value === 'object' && value !== null && 'failureMessage' in value,
  );
  const uncleaned = endpoints.flatMap(({ body, query }) => [
    ...listUncleaned(body as Schema | undefined),
    ...listUncleaned(query as Schema | undefined),
  ]);
  expect([...new Set(uncleaned)].sort()).toEqual([...PASSWORDS, ...UNTYPED].sort());
});

test.each([
  ['phone', '\u202a+1 503 555 0100\u202c', '+1 503 555 0100'],
  ['phone', '+1 503–555–0100', '+1 503-555-0100'],
  ['phone', '(503) 555-0100 x12', '(503) 555-0100 x12'],
  ['phone', '503.555.0100 ext. 12', '503.555.0100 ext. 12'],
  ['phone', '＋1 503 555 0100', '+1 503 555 0100'],
  ['zipCode', '10001\u200b', '10001'],
  ['zipCode', '１０００１', '10001'],
  ['email', 'ada@example.com\u00a0', 'ada@example.com'],
  ['townCity', 'New\u00a0York\u200e', 'New York'],
] as const)('an order takes the %s %j as %j', async (field, pasted, cleaned) => {
  const order = anOrderBody({ billing: { ...anOrderBody().billing, [field]: pasted } });
  const placed = await app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: { 'idempotency-key': newKey() },
    payload: order,
  });
  expect(placed.json()).toMatchObject({ order: { billing: { [field]: cleaned } } });
  await database.query('DELETE FROM counters');
  await database.query('UPDATE products SET stock = 100, held = 0');
});

test.each(['call me x', '+1 503 555 0100 x', '12', '+1 503 555 0100 x123456789', '<script>'])(
  'a phone number %j is still refused',
  async (phone) => {
    const refused = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ billing: { ...anOrderBody().billing, phone } }),
    });
    expect(refused.json()).toMatchObject({ fields: { 'billing.phone': expect.stringContaining('phone number') } });
  },
);

test('a British address needs no county, and an American one needs a state (product 7.2)', async () => {
  const visitor = new Visitor(app, database);
  await visitor.register('paste@example.com');
  const british = { label: 'Home', ...aPostalAddress, country: 'UK', state: '', zipCode: 'SW1A\u00a01AA' };
  expect((await visitor.post('/addresses', british)).json()).toMatchObject({
    address: { state: '', zipCode: 'SW1A 1AA' },
  });
  const american = { ...british, country: 'US', zipCode: '10001' };
  expect((await visitor.post('/addresses', american)).json()).toMatchObject({ fields: { state: 'Enter a state.' } });
});

test('a password keeps every character', async () => {
  const visitor = new Visitor(app, database);
  const password = 'a\u00a0secret\u200b – of mine';
  await visitor.register('exact@example.com', password);
  const login = (tried: string) => visitor.post('/login', { email: 'exact@example.com', password: tried });
  expect((await login('a secret – of mine')).statusCode).toBe(401);
  expect((await login(password)).statusCode).toBe(200);
});
