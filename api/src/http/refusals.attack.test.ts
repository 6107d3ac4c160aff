import { Address, MAX_BODY_BYTES, Order } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../testing/testApp';
import { openTestDatabase } from '../testing/testDatabase';

const MAX_REFUSAL_BYTES = 8_000;

let database: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
  app = await buildTestApp(database);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const post = (url: string, body: string) =>
  app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
  });

/** Builds a body of the maximum size by repeating `part`. */
const buildLargeBody = (head: string, part: string, separator: string, tail: string): string => {
  const room = MAX_BODY_BYTES - head.length - tail.length - part.length;
  return head + `${part}${separator}`.repeat(Math.floor(room / (part.length + separator.length))) + part + tail;
};

const buildUnknownFields = (): string => `{${Array.from({ length: 5_500 }, (_, n) => `"k${n}":0`).join(',')}}`;

const HUGE: readonly (readonly [string, string, string])[] = [
  ['an order of 32,000 numbers', '/api/orders', buildLargeBody('{"items":[', '0', ',', ']}')],
  ['an order of 21,000 empty lines', '/api/orders', buildLargeBody('{"items":[', '{}', ',', ']}')],
  ['an order of 5,500 unknown fields', '/api/orders', buildUnknownFields()],
  ['lines with unknown fields', '/api/orders', buildLargeBody('{"items":[', '{"a":1,"b":2,"c":3}', ',', ']}')],
  ['one unknown field with a name of 64 KB', '/api/login', buildLargeBody('{"', 'a', '', '":1}')],
  ['a coupon for 21,000 lines', '/api/cart/coupon', buildLargeBody('{"code":"A","items":[', '[]', ',', ']}')],
  ['a name of 64,000 letters and a line break', '/api/contact', buildLargeBody('{"name":"', 'a', '', '\\n"}')],
  ['a name of 64,000 spaces and a line break', '/api/contact', buildLargeBody('{"name":"', ' ', '', '\\n"}')],
  ['an email address of dots', '/api/login', buildLargeBody('{"email":"a@', 'a.', '', ' "}')],
  ['a phone number of digits', '/api/register', buildLargeBody('{"phone":"', '0', '', 'x"}')],
  ['a coupon code of letters', '/api/cart/coupon', buildLargeBody('{"code":"', 'a', '', ' "}')],
];

// How long they keep the process busy is measured by `npm run chaos -- fuzz`.
test.each(HUGE)('%s is refused with a short response', async (_name, url, body) => {
  const response = await post(url, body);
  expect(response.statusCode).toBe(400);
  expect(response.body.length).toBeLessThan(MAX_REFUSAL_BYTES);
});

test('a form gets a message for every invalid field at once', async () => {
  const invalid = Object.fromEntries(Object.keys(anOrderBody().billing).map((field) => [field, 7]));
  const response = await post(
    '/api/orders',
    JSON.stringify({
      ...anOrderBody(),
      items: [],
      billing: invalid,
      shipping_address: { ...invalid, email: undefined, orderNotes: undefined },
      payment_method: 'shells',
    }),
  );
  expect(response.statusCode).toBe(422);
  const { fields } = response.json<{ fields: Record<string, string> }>();
  for (const field of Object.keys(invalid)) expect(fields[`billing.${field}`]).toEqual(expect.any(String));
  expect(fields).toMatchObject({
    items: expect.any(String),
    'shipping_address.firstName': 'Enter your first name.',
    payment_method: 'Choose a payment method.',
  });
});

test.each([
  ['a line break', '\n'],
  ['a carriage return', '\r'],
  ['a tab', '\t'],
  ['a next-line character', '\u0085'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
])('%s is refused in every one-line field', async (_name, character) => {
  const { orderNotes, country, ...oneLine } = anOrderBody().billing;
  const spoil = (text: string): string => `${text.slice(0, 3)}${character}1${text.slice(3)}`;
  const spoiled = Object.fromEntries(Object.entries(oneLine).map(([field, text]) => [field, spoil(text)]));
  const { email, ...address } = spoiled;
  const ordered = await post(
    '/api/orders',
    JSON.stringify({
      ...anOrderBody({ payment_method: 'cash' }),
      billing: { ...address, email, orderNotes, country },
      shipping_address: { ...address, country },
    }),
  );
  expect(ordered.statusCode).toBe(422);
  expect(Object.keys(ordered.json().fields).sort()).toEqual(
    [
      ...Object.keys(spoiled).map((field) => `billing.${field}`),
      ...Object.keys(address).map((field) => `shipping_address.${field}`),
    ].sort(),
  );
  const registered = await post(
    '/api/register',
    JSON.stringify({ name: spoil('Ada'), email, password: 'correct horse battery', phone: spoil('+1 212 555 0100') }),
  );
  expect(Object.keys(registered.json().fields).sort()).toEqual(['email', 'name', 'phone']);
  const sent = await post(
    '/api/contact',
    JSON.stringify({ store: 'organic-store', name: spoil('Ada'), email, subject: spoil('Hello'), message: '' }),
  );
  expect(Object.keys(sent.json().fields).sort()).toEqual(['email', 'name', 'subject']);
});

test('an address from before is shown with its line breaks', () => {
  const billing = { ...anOrderBody().billing, companyName: 'Ada\n& Co', apartment: '4\n', phone: '+1 212\t555' };
  const { email, orderNotes, ...address } = billing;
  expect([email, orderNotes]).toEqual(['ada@example.com', '']);
  expect(Check(Order.properties.billing, billing)).toBe(true);
  expect(Check(Order.properties.shipping_address, address)).toBe(true);
  expect(Check(Address, { ...address, id: '1', label: 'Home', default_billing: true, default_shipping: true })).toBe(
    true,
  );
});

test('many invalid lines and unknown fields do not crowd out the messages of form fields', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`unknown${n}`, n]));
  const response = await post(
    '/api/orders',
    JSON.stringify({ ...unknown, ...anOrderBody(), items: Array.from({ length: 500 }, () => ({})), billing: {} }),
  );
  const { fields } = response.json<{ fields: Record<string, string> }>();
  expect(Object.keys(fields)).toHaveLength(50);
  for (const field of Object.keys(anOrderBody().billing))
    expect(fields[`billing.${field}`]).toEqual(expect.any(String));
});

test('strings that are too long are reported along with other errors', async () => {
  const response = await post(
    '/api/contact',
    JSON.stringify({
      store: 'organic-store',
      name: '',
      email: 'nobody',
      subject: 'x'.repeat(201),
      message: 'x'.repeat(5_001),
    }),
  );
  expect(response.json<{ fields: Record<string, string> }>().fields).toEqual({
    name: 'Enter a name of 1 to 120 characters.',
    email: 'Enter an email address, such as name@example.com.',
    subject: 'Enter a subject of 1 to 200 characters.',
    message: 'Use at most 5000 characters.',
  });
});

describe('nested bodies', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  test.each(['/api/logout', '/api/orders/ORD-1/cancel', '/api/orders/ORD-1/payment', '/api/orders', '/api/login'])(
    '20,000 levels sent to %s are refused without a server error',
    async (url) => {
      const response = await post(url, nested(20_000));
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );

  test('20,000 levels inside a field are refused', async () => {
    expect((await post('/api/login', `{"email":${nested(20_000)}}`)).statusCode).toBe(400);
  });
});

test('routes without a body accept only an empty one', async () => {
  const removeCoupon = (payload?: object) => app.inject({ method: 'DELETE', url: '/api/cart/coupon', payload });
  expect((await removeCoupon({ a: 1 })).statusCode).toBe(400);
  expect((await removeCoupon({})).statusCode).toBe(200);
  expect((await removeCoupon()).statusCode).toBe(200);
});

test('a route that accepts bodies cannot be registered without a schema', async () => {
  const [{ default: fastify }, { requireBodySchemas }] = await Promise.all([
    import('fastify'),
    import('./requireBodySchemas'),
  ]);
  const bare = fastify();
  requireBodySchemas(bare);
  expect(() => bare.post('/anything', async () => ({}))).toThrow(/POST \/anything has no body schema/);
  expect(() => bare.get('/anything', async () => ({}))).not.toThrow();
});
