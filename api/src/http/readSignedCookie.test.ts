import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { readSignedCookie } from './readSignedCookie';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  await app.register(fastifyCookie, { secret: 'a secret of the shop' });
  app.get('/', async (request) => ({ value: readSignedCookie(request, 'orders', /^ORD-\d+$/) ?? null }));
});
afterAll(() => app.close());

const read = async (cookie: string): Promise<unknown> =>
  (await app.inject({ url: '/', headers: { cookie: `orders=${encodeURIComponent(cookie)}` } })).json().value;

test('a signed value of its form is read', async () => {
  expect(await read(app.signCookie('ORD-1'))).toBe('ORD-1');
});

test.each([
  ['an unsigned value', () => 'ORD-1'],
  ['a changed value', () => app.signCookie('ORD-1').replace('1', '2')],
  ['a value that was signed for another cookie', () => app.signCookie('WELCOME10')],
  ['nothing', () => ''],
])('%s is not read', async (_what, build) => {
  expect(await read(build())).toBeNull();
});
