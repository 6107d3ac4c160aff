import { startEdge, type Edge } from '../testing/startEdge';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.stop());

const head = (rawPath: string): string =>
  `POST ${rawPath} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 60000000\r\n\r\nthe first bytes`;

test('the host can refuse an upload by its headers before the body arrives', async () => {
  edge.host.respond = (_request, response) => void response.writeHead(401).end('no token');
  const answer = await edge.send(head('/federation/api/remotes/mfe-home/releases'));
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(edge.host.requests.splice(0)).toHaveLength(1);
});

test.each([
  '/federation/sign-in',
  '/federation/api/promotions',
  '/federation/api/remotes/mfe-home/canary',
  '/federation/api/remotes/mfe-home/releases/x',
  '/federationx',
  '/rum',
  '/products',
  '/api/orders',
  '/api/payments/stripe/events',
  '/api/payments/webhook',
])('%s rejects large bodies', async (rawPath) => {
  expect(await edge.send(head(rawPath))).toMatch(/^HTTP\/1\.1 413 /);
  expect(edge.host.requests.splice(0)).toEqual([]);
  expect(edge.api.requests.splice(0)).toEqual([]);
});

test('a message of a payment provider may have 256 KB, and nothing else that many', async () => {
  const post = (rawPath: string, bytes: number): string =>
    `POST ${rawPath} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n${'x'.repeat(bytes)}`;
  edge.api.respond = (_request, response) => void response.end('read');
  expect(await edge.send(post('/api/payments/stripe/events', 256 * 1024))).toMatch(/^HTTP\/1\.1 200 /);
  expect(edge.api.requests.splice(0)).toHaveLength(1);
  expect(await edge.send(post('/api/payments/stripe/events', 256 * 1024 + 1))).toMatch(/^HTTP\/1\.1 413 /);
  expect(await edge.send(post('/api/payments/stripe', 256 * 1024))).toMatch(/^HTTP\/1\.1 413 /);
  expect(edge.api.requests.splice(0)).toEqual([]);
});

describe('pictures and product files that staff upload', () => {
  const put = (rawPath: string, bytes: number, { host = 'admin.example.com', method = 'PUT' } = {}): string =>
    `${method} ${rawPath} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes}\r\n\r\nthe first bytes`;

  test('reach the API while they arrive, so that it can refuse them by their headers', async () => {
    edge.api.respond = (_request, response) => void response.writeHead(401).end('no session');
    for (const [rawPath, bytes] of [
      ['/api/admin/pictures', 25_000_000],
      ['/api/admin/pictures?name=ring.jpg&alt=A%20ring', 25_000_000],
      ['/api/admin/imports?name=goods.csv', 32_000_000],
    ] as const) {
      expect(await edge.send(put(rawPath, bytes))).toMatch(/^HTTP\/1\.1 401 /);
      expect(edge.api.requests.splice(0)).toHaveLength(1);
    }
  });

  test.each([
    ['/api/admin/pictures', 25 * 1024 * 1024 + 1, {}],
    ['/api/admin/imports', 32 * 1024 * 1024 + 1, {}],
    ['/api/admin/pictures/1', 200_000, { method: 'PATCH' }],
    ['/api/admin/imports/1/apply', 200_000, { method: 'POST' }],
    ['/api/admin/pictures/', 200_000, {}],
    ['/api/admin/orders', 200_000, {}],
    ['/admin/pictures', 200_000, {}],
  ])('%s takes no %i bytes', async (rawPath, bytes, options) => {
    expect(await edge.send(put(rawPath, bytes, options))).toMatch(/^HTTP\/1\.1 413 /);
    expect([...edge.api.requests.splice(0), ...edge.host.requests.splice(0)]).toEqual([]);
  });

  test('are not taken at the shop', async () => {
    expect(await edge.send(put('/api/admin/pictures', 100, { host: 'localhost' }))).toMatch(/^HTTP\/1\.1 404 /);
    expect(await edge.send(put('/api/admin/pictures', 25_000_000, { host: 'localhost' }))).toMatch(
      /^HTTP\/1\.1 4(?:04|13) /,
    );
    expect(edge.api.requests.splice(0)).toEqual([]);
  });
});
