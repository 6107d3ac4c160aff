import * as contracts from '@shop/contracts';
import { PageApi } from './PageApi';

const respondWith = (status: number, body = '{}') =>
  Promise.resolve(new Response(body, { status, headers: { 'set-cookie': 'sid=new', 'retry-after': '2' } }));

let send: jest.SpyInstance<Promise<Response>, Parameters<typeof fetch>>;
beforeEach(() => {
  send = jest.spyOn(globalThis, 'fetch').mockImplementation(() => respondWith(200));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const anApi = (): PageApi => new PageApi('http://api.invalid', '7-9');

test("calls the API with the page's headers and without cookies, and answers without the API's cookies", async () => {
  const answer = await anApi().call('/api/products/1?currency=EUR', {
    'x-request-id': 'of the page',
    'x-content-version': 'another',
  });
  const [url, init] = send.mock.calls[0] ?? [];
  expect(url).toEqual(new URL('http://api.invalid/api/products/1?currency=EUR'));
  expect(init?.method).toBeUndefined();
  expect(init?.headers).toEqual({
    accept: 'application/json',
    'x-request-id': 'of the page',
    'x-content-version': '7-9',
  });
  expect(answer).toEqual({
    status: 200,
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'retry-after': '2' },
    body: '{}',
  });
});

test.each([
  'http://other.invalid/api/products/1',
  '//other.invalid/api/products/1',
  '/api/logout',
  '/api/products/1/../../logout',
  '/api/docs',
  '/metrics',
  '/api/dev/mailbox',
  'not an address:',
  '/api/me',
  '/api/cart',
  '/api/orders',
  '/api/orders/ORD-1',
  '/api/addresses',
  '/api/wishlist',
  '/api/delivery/slots?postcode=97205',
])('does not call %s, and the page is not cached', async (address) => {
  const api = anApi();
  await expect(api.call(address)).rejects.toThrow();
  expect(send).not.toHaveBeenCalled();
  expect(api.isComplete).toBe(false);
});

test('a page can read nothing but what is the same for everybody', () => {
  const isEndpoint = (value: unknown): value is contracts.Endpoint =>
    typeof value === 'object' && value !== null && 'failureMessage' in value;
  const all = Object.values<unknown>(contracts).filter(isEndpoint);
  expect(
    all
      .filter(({ isPublic }) => isPublic)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual([
    'GET /auth/options',
    'GET /brands',
    'GET /categories',
    'GET /categories-with-products',
    'GET /category-products',
    'GET /content/:store/:key',
    'GET /content/:store/:key/draft',
    'GET /currencies',
    'GET /delivery/next',
    'GET /payment-methods',
    'GET /posts',
    'GET /posts/:id',
    'GET /posts/:id/draft',
    'GET /products',
    'GET /products-by-id',
    'GET /products/:id',
    'GET /products/:id/draft',
    'GET /products/:id/related',
    'GET /products/:id/reviews',
    'GET /search/suggest',
    'GET /site',
    'GET /trending-products',
  ]);
});

test.each([
  ['answers', () => respondWith(200), true],
  ['has not what was asked for', () => respondWith(404), true],
  ['fails', () => respondWith(503), false],
  ['does not answer', () => Promise.reject(new TypeError('fetch failed')), false],
])('a page is complete or not when the API %s', async (_what, answer, isComplete) => {
  const api = anApi();
  await api.call('/api/categories');
  send.mockImplementationOnce(answer);
  await api.call('/api/brands').catch(() => undefined);
  expect(api.isComplete).toBe(isComplete);
});
