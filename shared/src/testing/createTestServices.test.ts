import type { TSchema } from '@sinclair/typebox';
import { login, register } from '@shop/contracts/auth';
import { listBrands } from '@shop/contracts/brands';
import { checkCart } from '@shop/contracts/cart';
import type { Endpoint } from '@shop/contracts/endpoint';
import { getProduct, listProducts } from '@shop/contracts/products';
import { createShopStore, loginUser } from '../state';
import { respondTo } from '@shop/contracts/answers/respondTo';
import { endpoints } from '@shop/contracts/answers/createContractFetch';
import { createExample } from '@shop/contracts/answers/createExample';
import { createContractServices, createFakeServices, drainViolations } from './createTestServices';

/** Makes a call that the compiler would reject. */
const callEndpoint = (endpoint: Endpoint, request: unknown, services = createContractServices()): Promise<unknown> =>
  services.api.request(endpoint, request as never);
/** Returns the expected violations and clears them, so that they do not fail the test. */
const catchViolations = async (call: Promise<unknown>): Promise<string> => {
  await expect(call).resolves.toMatchObject({ ok: false });
  return drainViolations().join('\n');
};

const createOptionalExample = (schema: TSchema | undefined): unknown => (schema ? createExample(schema) : undefined);

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s returns a valid response',
  async (_name, endpoint) => {
    const request = {
      params: createOptionalExample(endpoint.params),
      query: createOptionalExample(endpoint.query),
      body: endpoint.bytes ? new Blob(['a file']) : createOptionalExample(endpoint.body),
    };
    await expect(callEndpoint(endpoint, request)).resolves.toMatchObject({ ok: true });
  },
);

test('lists have entries, and a product has the requested id', async () => {
  const { api } = createContractServices();
  expect(await api.request(listProducts, { query: {} })).toMatchObject({
    ok: true,
    value: { data: { items: [{ id: 'ring-halo' }, { id: 'ring-solitaire' }], total: 2 } },
  });
  expect(await api.request(getProduct, { params: { id: 'ring-signet' } })).toMatchObject({
    ok: true,
    value: { data: { id: 'ring-signet' } },
  });
});

test('records calls as sent over the wire, also by endpoint', async () => {
  const services = createContractServices();
  await services.api.request(
    login,
    { body: { email: 'ada@example.com', password: 'correct horse', remember: undefined } },
    { headers: { 'x-test': 'yes' } },
  );
  await services.api.request(getProduct, { params: { id: 'ring-halo' } });
  expect(services.calls.map(({ name }) => name)).toEqual(['POST /login', 'GET /products/:id']);
  expect(services.calls[0]).toStrictEqual({
    name: 'POST /login',
    request: { body: { email: 'ada@example.com', password: 'correct horse' } },
    headers: { 'x-test': 'yes' },
  });
  expect(services.listCalls(getProduct)).toEqual([{ params: { id: 'ring-halo' } }]);
});

test.each([
  [
    'a body with a missing property',
    login,
    { body: { email: 'ada@example.com' } },
    'POST /login body/password: Expected required property',
  ],
  [
    'a body with an unknown property',
    login,
    { body: { email: 'ada@example.com', password: 'x', role: 'admin' } },
    'POST /login body/role: Unexpected property, but it is "admin"',
  ],
  [
    'a body with an invalid value',
    register,
    { body: { name: 'Ada', email: 'nobody', password: 'correct horse' } },
    'POST /register body/email: Expected string to match',
  ],
  [
    'a body with an empty list',
    checkCart,
    { body: { items: [], coupon_code: null } },
    'POST /cart/check body/items: Expected array length to be greater or equal to 1',
  ],
  [
    'a body for an endpoint without one',
    listBrands,
    { query: {}, body: { store: 'organic-store' } },
    'GET /brands body: the endpoint takes none',
  ],
  [
    'an invalid query value',
    listBrands,
    { query: { store: 'toy-store' } },
    'GET /brands query/store: Expected union value, but it is "toy-store"',
  ],
  [
    'an unknown query parameter',
    listProducts,
    { query: { colour: 'red' } },
    'GET /products query/colour: the endpoint does not know it',
  ],
])('rejects %s with its path and the reason', async (_what, endpoint, request, said) => {
  expect(await catchViolations(callEndpoint(endpoint, request))).toContain(said);
});

test('rejects a call that the test has no answer for', async () => {
  expect(await catchViolations(callEndpoint(listBrands, { query: {} }, createFakeServices()))).toBe(
    'GET /brands is called, and the test has no answer for it',
  );
});

test('rejects an invalid response', async () => {
  const wrong = respondTo(
    listBrands,
    () => ({ success: true, data: [{ id: 'one', slug: 'gold', name: 'Gold', logo: '' }], message: '' }) as never,
  );
  expect(await catchViolations(callEndpoint(listBrands, { query: {} }, createContractServices([wrong])))).toContain(
    'GET /brands answer/data/0/id: Expected integer, but it is "one"',
  );
});

test('accepts other valid responses', async () => {
  const empty = respondTo(listBrands, () => ({ data: [] }));
  expect(await callEndpoint(listBrands, { query: {} }, createContractServices([empty]))).toMatchObject({
    ok: true,
    value: { data: [] },
  });
});

test('keeps a violation that a thunk turns into a rejection', async () => {
  const store = createShopStore({ services: createContractServices() });
  await store.dispatch(loginUser({ email: 'nobody', password: 'correct horse' }));
  expect(store.getState().auth.error).toBe('Login failed');
  expect(drainViolations()).toEqual([expect.stringContaining('POST /login body/email: Expected string to match')]);
});

test('counts a call as pending until its response', async () => {
  const services = createContractServices();
  const call = services.api.request(listBrands, { query: {} });
  expect(services.pending()).toBe(1);
  await call;
  expect(services.pending()).toBe(0);
});
