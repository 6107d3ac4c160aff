import { MAX_BODY_BYTES } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../testing/testApp';
import { openTestDatabase } from '../testing/testDatabase';

const MAX_REFUSAL_MS = 20;
const MAX_REFUSAL_BYTES = 8_000;
const TRIES = 20;

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

/** The fastest of several tries: whatever else the machine does can only add to it. */
const measureRefusal = async (url: string, body: string) => {
  let ms = Infinity;
  let answer: Awaited<ReturnType<typeof post>> | undefined;
  for (let n = 0; n < TRIES && ms > MAX_REFUSAL_MS; n += 1) {
    const began = performance.now();
    answer = await post(url, body);
    ms = Math.min(ms, performance.now() - began);
  }
  if (!answer) throw new Error('Nothing was sent');
  return { answer, ms };
};

/** A body of as many bytes as fit, made of `part` again and again. */
const fill = (head: string, part: string, separator: string, tail: string): string => {
  const room = MAX_BODY_BYTES - head.length - tail.length - part.length;
  return head + `${part}${separator}`.repeat(Math.floor(room / (part.length + separator.length))) + part + tail;
};

const manyUnknown = (): string => `{${Array.from({ length: 5_500 }, (_, n) => `"k${n}":0`).join(',')}}`;

const HUGE: readonly (readonly [string, string, string])[] = [
  ['an order of 32,000 numbers', '/api/orders', fill('{"items":[', '0', ',', ']}')],
  ['an order of 21,000 empty lines', '/api/orders', fill('{"items":[', '{}', ',', ']}')],
  ['an order of 5,500 unknown fields', '/api/orders', manyUnknown()],
  ['lines with unknown fields', '/api/orders', fill('{"items":[', '{"a":1,"b":2,"c":3}', ',', ']}')],
  ['one unknown field with a name of 64 KB', '/api/login', fill('{"', 'a', '', '":1}')],
  ['a coupon for 21,000 lines', '/api/cart/coupon', fill('{"code":"A","items":[', '[]', ',', ']}')],
  ['a name of 64,000 letters and a line break', '/api/contact', fill('{"name":"', 'a', '', '\\n"}')],
  ['a name of 64,000 spaces and a line break', '/api/contact', fill('{"name":"', ' ', '', '\\n"}')],
  ['an e-mail address of dots', '/api/login', fill('{"email":"a@', 'a.', '', ' "}')],
  ['a phone number of digits', '/api/register', fill('{"phone":"', '0', '', 'x"}')],
  ['a coupon code of letters', '/api/cart/coupon', fill('{"code":"', 'a', '', ' "}')],
];

test.each(HUGE)('%s is refused in at most 20 ms, and the refusal is small', async (_name, url, body) => {
  const { answer, ms } = await measureRefusal(url, body);
  expect(answer.statusCode).toBe(400);
  expect(answer.body.length).toBeLessThan(MAX_REFUSAL_BYTES);
  expect(ms).toBeLessThan(MAX_REFUSAL_MS);
});

test('a form gets a message for every invalid field at once', async () => {
  const wrong = Object.fromEntries(Object.keys(anOrderBody().billing).map((field) => [field, 7]));
  const answer = await post(
    '/api/orders',
    JSON.stringify({
      ...anOrderBody(),
      items: [],
      billing: wrong,
      shipping_address: { ...wrong, email: undefined, orderNotes: undefined },
      payment_method: 'shells',
    }),
  );
  expect(answer.statusCode).toBe(422);
  const { fields } = answer.json<{ fields: Record<string, string> }>();
  for (const field of Object.keys(wrong)) expect(fields[`billing.${field}`]).toEqual(expect.any(String));
  expect(fields).toMatchObject({
    items: expect.any(String),
    'shipping_address.firstName': 'Enter your first name.',
    payment_method: 'Choose a payment method.',
  });
});

test('wrong lines and unknown fields, however many, take no sentence from the fields of the form', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`unknown${n}`, n]));
  const answer = await post(
    '/api/orders',
    JSON.stringify({ ...unknown, ...anOrderBody(), items: Array.from({ length: 500 }, () => ({})), billing: {} }),
  );
  const { fields } = answer.json<{ fields: Record<string, string> }>();
  expect(Object.keys(fields)).toHaveLength(50);
  for (const field of Object.keys(anOrderBody().billing))
    expect(fields[`billing.${field}`]).toEqual(expect.any(String));
});

test('strings that are too long are reported along with other errors', async () => {
  const answer = await post(
    '/api/contact',
    JSON.stringify({
      store: 'organic-store',
      name: '',
      email: 'nobody',
      subject: 'x'.repeat(201),
      message: 'x'.repeat(5_001),
    }),
  );
  expect(answer.json<{ fields: Record<string, string> }>().fields).toEqual({
    name: 'Enter a name of 1 to 120 characters.',
    email: 'Enter an email address, such as name@example.com.',
    subject: 'Enter a subject of 1 to 200 characters.',
    message: 'Use at most 5000 characters.',
  });
});

describe('nesting', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  test.each(['/api/logout', '/api/orders/ORD-1/cancel', '/api/orders/ORD-1/payment', '/api/orders', '/api/login'])(
    '20,000 levels to %s are refused, not a failure of ours',
    async (url) => {
      const { answer, ms } = await measureRefusal(url, nested(20_000));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(ms).toBeLessThan(MAX_REFUSAL_MS);
    },
  );

  test('so are they inside a field', async () => {
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
