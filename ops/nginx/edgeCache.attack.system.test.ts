import { startEdge, type Edge, type Respond } from '../testing/startEdge';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.stop());

/** Returns the requests that the host received since the last call. */
const takeHostRequests = (): string[] => edge.host.requests.splice(0).map(({ url }) => url);

/** Headers in this order, because nginx before 1.23 reads them one by one. */
const respondPage =
  (headers: readonly (readonly [string, string])[], body = 'a page'): Respond =>
  (_request, response) => {
    response.writeHead(200, headers.flat());
    response.end(body);
  };

const FILE_HEADERS = [
  ['cache-control', 'public, max-age=31536000, immutable'],
  ['content-type', 'text/javascript'],
] as const;
const PAGE_HEADERS = [
  ['x-accel-expires', '3'],
  ['cache-control', 'no-cache'],
  ['content-type', 'text/html'],
] as const;

describe('a path that edge and host could interpret differently is refused, and neither forwarded nor stored', () => {
  test.each([
    '/z/../assets/x.js',
    '/z/%2e%2e/assets/x.js',
    '/z/.%2E/assets/x.js',
    '/assets/./x.js',
    '/assets/%2e/x.js',
    '/z/..',
    '/.',
    '/assets/..%2fx.js',
    '/assets%2fx.js',
    '/assets%2Fx.js',
    '/z\\..\\assets\\x.js',
    '/z%5c..%5cassets/x.js',
    '/assets/x.js#/../y',
    '/assets/x%2ejs',
    '/remotes/mfe-home/1.0.0/..%5cx.js',
    '/media/a/../b.webp?size=1',
    '/api/products/../orders',
    '/api/..%2forders',
    '/federation/../rum',
  ])('%s', async (rawPath) => {
    edge.host.respond = (_request, response) =>
      void response
        .writeHead(
          302,
          [
            ['location', '/elsewhere'],
            ['cache-control', 'public, max-age=60'],
          ].flat(),
        )
        .end();
    const answer = await edge.get(rawPath);
    expect(answer.status).toBe(400);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(takeHostRequests()).toEqual([]);
    expect(edge.api.requests.splice(0)).toEqual([]);
    expect(edge.readStoredKeys()).toEqual([]);
  });

  test.each([
    '/products/a..b',
    '/blog/1.0...x',
    '/remotes/mfe-home/1.0.0-a%2Bb/x.js',
    '/.well-known/frontend-discovery.json',
    '/products?next=/a/../b&q=%2e%2f%5c',
    '/products/ring%20halo',
  ])('%s is not refused', async (rawPath) => {
    edge.host.respond = respondPage([['cache-control', 'no-store']]);
    expect((await edge.get(rawPath)).status).toBe(200);
    takeHostRequests();
  });
});

test('a file is stored once under the forwarded path, regardless of its query', async () => {
  edge.host.respond = respondPage(FILE_HEADERS, 'the file');
  expect((await edge.get('/assets/a.js')).body).toBe('the file');
  expect((await edge.get('/assets/a.js?cache=buster')).body).toBe('the file');
  expect(takeHostRequests()).toEqual(['/assets/a.js']);
  await edge.get('/%61ssets/a.js');
  expect(takeHostRequests()).toEqual(['/%61ssets/a.js']);
  expect([...edge.readStoredKeys()].sort()).toEqual(['file /%61ssets/a.js ', 'file /assets/a.js ']);
});

test('a response that is not a file is not stored as one, and requests for files carry no visitor data', async () => {
  // Responds like the host to /remotes/x, which is not a file: with a page for the visitor's storefront, shared by
  // cookie.
  edge.host.respond = (request, response) => {
    response.writeHead(200, ['x-accel-expires', '30', 'cache-control', 'no-cache', 'content-type', 'text/html']);
    response.end(`a page for ${request.headers.cookie ?? 'nobody'} ${request.headers.authorization ?? ''}`);
  };
  for (const rawPath of ['/remotes/x', '/media/x', '/assets/x', '/icons/x']) {
    await edge.get(rawPath, { headers: { cookie: 'storefront=organic; visitor_seed=1', authorization: 'Bearer a' } });
    edge.host.requests.splice(0);
    expect((await edge.get(rawPath, { headers: { cookie: 'sid=alice', authorization: 'Bearer b' } })).body).toBe(
      'a page for nobody ',
    );
    expect(takeHostRequests()).toEqual([rawPath]);
    expect(edge.readStoredKeys().filter((key) => key.includes(rawPath))).toEqual([]);
  }
});

test('a shared page is stored with any nginx version', async () => {
  edge.host.respond = respondPage(PAGE_HEADERS);
  for (let visit = 0; visit < 3; visit += 1) expect((await edge.get('/products')).body).toBe('a page');
  expect(takeHostRequests()).toEqual(['/products']);
});

test('an expired page is not served if its next version may not be shared', async () => {
  edge.host.respond = respondPage(
    [
      ['x-accel-expires', '1'],
      ['cache-control', 'no-cache'],
    ],
    'the old page',
  );
  expect((await edge.get('/soon')).body).toBe('the old page');
  edge.host.respond = respondPage(
    [
      ['cache-control', 'no-cache'],
      ['set-cookie', 'visitor_seed=1'],
    ],
    'the new page',
  );
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const bodies = [];
  for (let visit = 0; visit < 3; visit += 1) bodies.push((await edge.get('/soon')).body);
  expect(bodies).toEqual(['the new page', 'the new page', 'the new page']);
  takeHostRequests();
});

test('hosts get no answer that was stored for an older version of the content (product 19.6)', async () => {
  edge.api.respond = respondPage([['cache-control', 'public, max-age=15, stale-while-revalidate=60']]);
  const countCalls = async (version: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${edge.ports.inside}/api/categories`, {
      headers: { 'x-content-version': version },
    });
    expect(response.status).toBe(200);
    return edge.api.requests.splice(0).length;
  };
  expect([await countCalls('1-1'), await countCalls('1-1'), await countCalls('2-2')]).toEqual([1, 0, 1]);
});
