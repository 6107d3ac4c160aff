import { startEdge, type Edge } from '../testing/startEdge';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.stop());
beforeEach(() => {
  for (const upstream of [edge.api, edge.host]) {
    upstream.requests.length = 0;
    upstream.respond = (request, response) => {
      request.resume();
      response.writeHead(200, { 'cache-control': 'public, max-age=60' }).end('an answer');
    };
  }
});

const HEADERS = { host: 'federation.example.com' };

test('of the host of /federation, the pages and the registry reach the host server, under their own name', async () => {
  for (const rawPath of ['/', '/federation', '/federation/mfe-home', '/federation/api/remotes'])
    expect((await edge.get(rawPath, { headers: HEADERS })).status).toBe(200);
  expect(edge.host.requests.map(({ url, headers }) => `${headers.host}${url}`)).toEqual([
    'federation.example.com/',
    'federation.example.com/federation',
    'federation.example.com/federation/mfe-home',
    'federation.example.com/federation/api/remotes',
  ]);
});

test.each(['/api/me', '/assets/a.js', '/remotes/mfe-home/a.js', '/media/a.webp', '/icons/a.svg', '/about', '/rum'])(
  'of the host of /federation, %s reaches no server, even if the shop has it in the cache',
  async (rawPath) => {
    expect((await edge.get(rawPath)).status).toBe(200);
    for (const upstream of [edge.api, edge.host]) upstream.requests.length = 0;
    const answer = await edge.get(rawPath, { headers: HEADERS });
    expect([answer.status, answer.body]).toEqual([404, expect.not.stringContaining('an answer')]);
    expect(answer.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
    expect([...edge.api.requests, ...edge.host.requests]).toEqual([]);
  },
);

test('pages of /federation are not stored', async () => {
  for (let visit = 0; visit < 2; visit += 1) await edge.get('/federation', { headers: HEADERS });
  expect(edge.host.requests).toHaveLength(2);
});
