import {
  forgotPassword,
  login,
  logout,
  register,
  resetPassword,
  verifyOtp,
  verifyResetOtp,
} from '@shop/contracts/auth';
import { listBrands } from '@shop/contracts/brands';
import { listCategories } from '@shop/contracts/categories';
import { getProduct } from '@shop/contracts/products';
import { listCategoriesWithProducts, listCategoryProducts } from '@shop/contracts/topProducts';
import { endpoints } from '@shop/contracts/answers/createContractFetch';
import { createApiClient, getLatestRequestId } from './apiClient';

const respondWith = (status: number, body: unknown) =>
  jest.fn<Promise<Response>, Parameters<typeof fetch>>(() =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })),
  );
const createClient = (fetch: typeof globalThis.fetch) => createApiClient({ origin: 'http://shop.test', fetch });

test('returns the parsed body of a successful response', async () => {
  const fetch = respondWith(200, {
    success: true,
    data: [{ name: 'Rings', image: '/r.webp', slug: 'rings' }],
    message: '',
  });
  const result = await createClient(fetch).request(listCategories, { query: { store: 'organic-store' } });
  expect(result).toMatchObject({ ok: true, value: { data: [{ slug: 'rings' }] } });
  expect(fetch.mock.calls[0]?.[0]).toBe('http://shop.test/api/categories?store=organic-store');
});

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s is a call of the own origin under /api, with a JSON body or a file if it has one (product 11.1)',
  async (_name, endpoint) => {
    const fetch = respondWith(503, '');
    const params = Object.fromEntries(Object.keys(endpoint.params?.properties ?? {}).map((name) => [name, 'x']));
    const file = endpoint.bytes && new Blob(['bytes']);
    const body = endpoint.body ? { key: 'value' } : file;
    await createApiClient({ origin: '', fetch }).request(endpoint, { params, body } as never);
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe(`/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`);
    expect(init).toMatchObject({ method: endpoint.method, credentials: 'same-origin' });
    expect(init?.body).toBe(file ?? (body && '{"key":"value"}'));
    const type = new Headers(init?.headers).get('content-type');
    expect(type).toBe(file ? 'application/octet-stream' : body ? 'application/json' : null);
    if (file) expect(init?.keepalive).toBe(false); // browsers refuse more than 64 KB with it
  },
);

test.each([
  [listCategories, 'Failed to fetch categories'],
  [listBrands, 'Failed to fetch brands'],
  [listCategoryProducts, 'Failed to fetch category products'],
  [listCategoriesWithProducts, 'Failed to fetch categories with products'],
  [register, 'Registration failed'],
  [verifyOtp, 'OTP verification failed'],
  [login, 'Login failed'],
  [forgotPassword, 'Failed to send OTP'],
  [verifyResetOtp, 'Invalid or expired OTP'],
  [resetPassword, 'Password reset failed'],
  [logout, 'Logout failed'],
] as const)('the fallback of $method $path is its own (product 12.2)', async (endpoint, text) => {
  expect(await createClient(respondWith(500, '')).request(endpoint, {})).toMatchObject({
    ok: false,
    failure: { message: text },
  });
});

test("sends a new request id with every call, or the page's id during server rendering", async () => {
  const fetch = respondWith(502, '');
  const getRequestId = (call: number) => new Headers(fetch.mock.calls[call]?.[1]?.headers).get('x-request-id');
  for (let n = 0; n < 2; n += 1) await createClient(fetch).request(listCategories, { query: {} });
  expect(getRequestId(0)).toMatch(/^[0-9a-f]{32}$/);
  expect(getRequestId(1)).not.toBe(getRequestId(0));
  expect(getLatestRequestId()).toBe(getRequestId(1));
  await createApiClient({ origin: '', fetch, headers: { 'x-request-id': 'of the page' } }).request(listCategories, {
    query: {},
  });
  expect(getRequestId(2)).toBe('of the page');
});

test('escapes path parameters', async () => {
  const fetch = respondWith(404, { status: false, message: 'Product not found', code: 'NOT_FOUND' });
  await createClient(fetch).request(getProduct, { params: { id: '../orders?x=1' } });
  expect(fetch.mock.calls[0]?.[0]).toBe('http://shop.test/api/products/..%2Forders%3Fx%3D1');
});

test("the server's message takes priority over the fallback (product 12.1)", async () => {
  const result = await createClient(
    respondWith(503, { status: false, message: 'Closed today', code: 'CLOSED' }),
  ).request(listCategories, { query: {} });
  expect(result).toMatchObject({ ok: false, failure: { message: 'Closed today', code: 'CLOSED', status: 503 } });
});

test.each([
  ['HTML with 200', 200, '<html>'],
  ['a body that breaks the contract', 200, { success: true, data: [{ name: 1 }], message: '' }],
  ['an empty 502', 502, ''],
])('returns the fallback message for %s (product 12.1)', async (_case, status, body) => {
  const result = await createClient(respondWith(status, body)).request(listCategories, { query: {} });
  expect(result).toMatchObject({
    ok: false,
    failure: { message: 'Failed to fetch categories', code: 'UNEXPECTED_ANSWER' },
  });
});

test.each([
  ['without flags', 503, { message: 'Closed today' }],
  ['that are not a success', 500, { success: false, message: 'Closed today' }],
  ['that are not a success, with 200', 200, { success: false, message: 'Closed today' }],
  ['with a failing status, with 200', 200, { status: false, message: 'Closed today' }],
])("shows the server's message in answers %s (product 11.5, 12.1)", async (_case, status, body) => {
  for (const endpoint of [listCategories, listBrands])
    expect(await createClient(respondWith(status, body)).request(endpoint, { query: {} })).toMatchObject({
      ok: false,
      failure: { message: 'Closed today', status },
    });
});

test.each([
  ['no flag', { data: [] }],
  ['another flag', { success: 'yes', data: [] }],
])('categories with %s are a success (product 11.5)', async (_case, body) => {
  expect(await createClient(respondWith(200, body)).request(listCategories, { query: {} })).toMatchObject({ ok: true });
});

test('a login fails by its flag, a code only by the HTTP status (product 11.5)', async () => {
  const body = { status: false, message: 'Not today' };
  const request = { body: { user_id: 'a', otp: '123456' } };
  expect(await createClient(respondWith(200, body)).request(verifyOtp, request)).toMatchObject({ ok: true });
  expect(await createClient(respondWith(400, body)).request(verifyOtp, request)).toMatchObject({ ok: false });
  const credentials = { body: { email: 'ada@example.com', password: 'correct horse' } };
  expect(await createClient(respondWith(200, body)).request(login, credentials)).toMatchObject({
    ok: false,
    failure: { message: 'Not today' },
  });
  expect(await createClient(respondWith(200, {})).request(login, credentials)).toMatchObject({ ok: true });
});

test('without a response, a failure has the fallback to the letter, and the page is told (product 12.1)', async () => {
  const onAnswered = jest.fn();
  const client = createApiClient({
    origin: '',
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    onAnswered,
  });
  const result = await client.request(listCategories, { query: {} });
  expect(onAnswered.mock.calls).toEqual([[false]]);
  expect(result).toMatchObject({
    ok: false,
    failure: {
      code: 'UNREACHABLE',
      status: 0,
      message: 'Failed to fetch categories',
    },
  });
});

test('aborts after the timeout', async () => {
  const hanging: typeof fetch = (_url, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
  const client = createApiClient({ origin: '', fetch: hanging, timeoutMs: 20 });
  expect(await client.request(listCategories, { query: {} })).toMatchObject({
    ok: false,
    failure: { code: 'TIMEOUT' },
  });
});

describe('the session', () => {
  const refuseTimes = (refusals: number) => {
    let left = refusals;
    return jest.fn<Promise<Response>, Parameters<typeof fetch>>(() => {
      const refused = left > 0;
      left -= 1;
      return Promise.resolve(
        refused
          ? new Response(JSON.stringify({ status: false, code: 'UNAUTHENTICATED', message: 'Log in to continue.' }), {
              status: 401,
            })
          : new Response(JSON.stringify({ status: true, message: '' }), { status: 200 }),
      );
    });
  };
  const parseToken = (call: Parameters<typeof fetch> | undefined) =>
    new Headers(call?.[1]?.headers).get('authorization');

  test('sends the token only with unsafe calls (product 11.6)', async () => {
    const fetch = refuseTimes(0);
    const client = createApiClient({
      origin: '',
      fetch,
      bearer: { getToken: async () => 'token-1', renew: async () => false },
    });
    await client.request(logout, {});
    await client.request(listCategories, { query: {} });
    expect(fetch.mock.calls.map(parseToken)).toEqual(['Bearer token-1', null]);
  });

  test('retries a rejected call if someone is signed in now', async () => {
    const fetch = refuseTimes(1);
    const tokens = ['old', 'new'];
    const client = createApiClient({
      origin: '',
      fetch,
      bearer: { getToken: async () => tokens.shift(), renew: async () => true },
    });
    expect(await client.request(logout, {})).toMatchObject({ ok: true });
    expect(fetch.mock.calls.map(parseToken)).toEqual(['Bearer old', 'Bearer new']);
  });

  test('does not retry without a session or a second time', async () => {
    const nobody = refuseTimes(9);
    await createApiClient({
      origin: '',
      fetch: nobody,
      bearer: { getToken: async () => 'old', renew: async () => false },
    }).request(logout, {});
    expect(nobody).toHaveBeenCalledTimes(1);
    const stubborn = refuseTimes(9);
    const result = await createApiClient({
      origin: '',
      fetch: stubborn,
      bearer: { getToken: async () => 'old', renew: async () => true },
    }).request(logout, {});
    expect(stubborn).toHaveBeenCalledTimes(2);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'UNAUTHENTICATED', message: 'Log in to continue.' },
    });
  });
});

test('treats status false with 200 as a failure with its message (product 11.5)', async () => {
  const result = await createClient(respondWith(200, { status: false, message: 'Not today' })).request(login, {
    body: { email: 'a@b.c', password: 'x' },
  });
  expect(result).toMatchObject({ ok: false, failure: { message: 'Not today' } });
});
