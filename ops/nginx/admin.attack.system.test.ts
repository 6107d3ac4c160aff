import { startEdge, type Edge } from '../testing/startEdge';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.stop());
beforeEach(() => {
  for (const [name, upstream] of Object.entries({ api: edge.api, host: edge.host })) {
    upstream.requests.length = 0;
    upstream.respond = (request, response) => {
      request.resume();
      response.writeHead(200, { 'cache-control': 'public, max-age=60' }).end(`an answer of ${name}`);
    };
  }
});

const HEADERS = { host: 'admin.example.com' };

test('of the host of the back office, pages and files reach the host server, and its API the API, by their own name', async () => {
  for (const rawPath of ['/', '/admin', '/admin/reviews', '/assets/a.js', '/remotes/mfe-desk/a.js', '/media/a.webp'])
    expect((await edge.get(rawPath, { headers: HEADERS })).body).toBe('an answer of host');
  expect((await edge.get('/api/admin/reviews', { headers: HEADERS })).body).toBe('an answer of api');
  expect([...edge.host.requests, ...edge.api.requests].map(({ headers }) => headers.host)).toEqual(
    Array.from({ length: 7 }, () => 'admin.example.com'),
  );
});

test.each(['/api/me', '/api/administration', '/administration', '/about', '/rum', '/federation', '/federation/api'])(
  'of the host of the back office, %s reaches no server, even if the shop has it in the cache',
  async (rawPath) => {
    await edge.get(rawPath);
    for (const upstream of [edge.api, edge.host]) upstream.requests.length = 0;
    expect((await edge.get(rawPath, { headers: HEADERS })).status).toBe(404);
    expect([...edge.api.requests, ...edge.host.requests]).toEqual([]);
  },
);

test.each(['/admin', '/admin/reviews', '/%61dmin', '/api/admin', '/api/admin/reviews', '/api/%61dmin/reviews'])(
  'of the shop, %s reaches no server',
  async (rawPath) => {
    expect((await edge.get(rawPath)).status).toBe(404);
    expect([...edge.api.requests, ...edge.host.requests]).toEqual([]);
  },
);

test('neither pages nor answers of the API are stored, and the shop does not get the files of the back office', async () => {
  for (let visit = 0; visit < 2; visit += 1)
    for (const rawPath of ['/admin', '/api/admin/reviews']) await edge.get(rawPath, { headers: HEADERS });
  expect([edge.host.requests.length, edge.api.requests.length]).toEqual([2, 2]);
  edge.host.requests.length = 0;
  for (let visit = 0; visit < 2; visit += 1) {
    await edge.get('/remotes/mfe-desk/only-here.js', { headers: HEADERS });
    await edge.get('/remotes/mfe-desk/only-here.js');
  }
  expect(edge.host.requests.map(({ headers }) => headers.host)).toEqual(['admin.example.com', 'localhost']);
});
