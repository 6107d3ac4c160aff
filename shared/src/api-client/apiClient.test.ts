import { listCategories } from '../contracts/categories';
import { getProduct } from '../contracts/products';
import { createApiClient } from './apiClient';

const answering = (status: number, body: unknown) =>
  jest.fn<Promise<Response>, Parameters<typeof fetch>>(() =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })),
  );
const clientWith = (fetch: typeof globalThis.fetch) => createApiClient({ origin: 'http://shop.test', fetch });

test('a good answer is its parsed body', async () => {
  const fetch = answering(200, { success: true, data: [{ name: 'Rings', image: '/r.webp', slug: 'rings' }], message: '' });
  const result = await clientWith(fetch).request(listCategories, { query: { store: 'organic-store' } });
  expect(result).toMatchObject({ ok: true, value: { data: [{ slug: 'rings' }] } });
  expect(fetch.mock.calls[0]?.[0]).toBe('http://shop.test/api/categories?store=organic-store');
});

test('a path parameter cannot leave its place', async () => {
  const fetch = answering(404, { status: false, message: 'Product not found', code: 'NOT_FOUND' });
  await clientWith(fetch).request(getProduct, { params: { id: '../orders?x=1' } });
  expect(fetch.mock.calls[0]?.[0]).toBe('http://shop.test/api/products/..%2Forders%3Fx%3D1');
});

test("the server's message takes priority over the fallback", async () => {
  const result = await clientWith(answering(503, { status: false, message: 'Closed today', code: 'CLOSED' })).request(listCategories, { query: {} });
  expect(result).toMatchObject({ ok: false, failure: { message: 'Closed today', code: 'CLOSED', status: 503 } });
});

test.each([
  ['HTML with 200', 200, '<html>'],
  ['a body that breaks the contract', 200, { success: true, data: [{ name: 1 }], message: '' }],
  ['an empty 502', 502, ''],
])('%s is a failure with the fallback message', async (_case, status, body) => {
  const result = await clientWith(answering(status, body)).request(listCategories, { query: {} });
  expect(result).toMatchObject({ ok: false, failure: { message: 'Failed to fetch categories', code: 'UNEXPECTED_ANSWER' } });
});

test('no answer is a failure that says what to do', async () => {
  const result = await clientWith(() => Promise.reject(new TypeError('Failed to fetch'))).request(listCategories, { query: {} });
  expect(result).toMatchObject({ ok: false, failure: { code: 'UNREACHABLE', status: 0, message: expect.stringContaining('Check your connection') } });
});

test('a silent server is given up after the timeout', async () => {
  const hanging: typeof fetch = (_url, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
  const client = createApiClient({ origin: '', fetch: hanging, timeoutMs: 20 });
  expect(await client.request(listCategories, { query: {} })).toMatchObject({ ok: false, failure: { code: 'TIMEOUT' } });
});
