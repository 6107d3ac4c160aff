import { PageApi } from './PageApi';

const COOKIE = 'sid=of-alice';

const respondWith = (status: number, cacheControl?: string, body = '{}') =>
  Promise.resolve(
    new Response(body, {
      status,
      headers: { ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }), 'set-cookie': 'sid=new' },
    }),
  );

let send: jest.SpyInstance<Promise<Response>, Parameters<typeof fetch>>;
beforeEach(() => {
  send = jest.spyOn(globalThis, 'fetch').mockImplementation(() => respondWith(200, 'no-store'));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const anApi = (): PageApi => new PageApi('http://api.invalid', COOKIE);

test("calls the API with the visitor's cookies and the page's headers, and answers without the API's cookies", async () => {
  const answer = await anApi().call('/api/products/1?currency=EUR', { 'x-request-id': 'of the page' });
  const [url, init] = send.mock.calls[0] ?? [];
  expect(url).toEqual(new URL('http://api.invalid/api/products/1?currency=EUR'));
  expect(init?.method).toBeUndefined();
  expect(init?.headers).toMatchObject({ cookie: COOKIE, 'x-request-id': 'of the page' });
  expect(answer).toEqual({ status: 200, headers: { 'content-type': 'text/plain;charset=UTF-8' }, body: '{}' });
});

test('sends no cookie for a page without data of its visitor', async () => {
  await new PageApi('http://api.invalid', '').call('/api/categories');
  expect(send.mock.calls[0]?.[1]?.headers).not.toHaveProperty('cookie');
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
])('does not call %s, and the page is not cached', async (address) => {
  const api = anApi();
  await expect(api.call(address)).rejects.toThrow();
  expect(send).not.toHaveBeenCalled();
  expect(api.audience).toBe('incomplete');
});

test('takes the token out of the session', async () => {
  const body = JSON.stringify({ success: true, user: { name: 'Alice' }, token: 'of alice' });
  send.mockImplementation(() => respondWith(200, 'no-store', body));
  const answer = await anApi().call('/api/me');
  expect(JSON.parse(answer.body)).toEqual({ success: true, user: { name: 'Alice' }, token: '' });
});

describe('the audience of a page', () => {
  const findAudience = async (...answers: (() => Promise<Response>)[]): Promise<string> => {
    const api = anApi();
    for (const answer of answers) {
      send.mockImplementationOnce(answer);
      await api.call('/api/categories').catch(() => undefined);
    }
    return api.audience;
  };
  const PUBLIC = () => respondWith(200, 'public, max-age=15, stale-while-revalidate=60');
  const FAILED = () => Promise.reject(new TypeError('fetch failed'));

  test('is public if all responses are, or there are none', async () => {
    expect(await findAudience()).toBe('public');
    expect(await findAudience(PUBLIC, () => respondWith(200, 'public, no-cache'))).toBe('public');
  });

  test.each([['no-store'], ['private, max-age=5'], [undefined]])(
    'is private if one response has %s',
    async (cacheControl) => {
      expect(await findAudience(PUBLIC, () => respondWith(200, cacheControl))).toBe('private');
    },
  );

  test('is incomplete if one failed and none is private', async () => {
    expect(await findAudience(PUBLIC, () => respondWith(503, 'no-store'))).toBe('incomplete');
    expect(await findAudience(PUBLIC, FAILED)).toBe('incomplete');
    expect(await findAudience(FAILED, () => respondWith(200, 'no-store'))).toBe('private');
  });
});
