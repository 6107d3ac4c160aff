import { startEdge, type Edge } from '../testing/startEdge';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.stop());

/**
 * Headers that a server, framework or library behind a proxy might trust for the address, path, method or client of a
 * request.
 */
const BELIEVED = [
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Forwarded-Server',
  'X-Forwarded-Prefix',
  'X-Forwarded-Scheme',
  'X-Forwarded-Protocol',
  'X-Forwarded-Ssl',
  'X-Forwarded-Path',
  'X-Forwarded-Uri',
  'X-Forwarded-User',
  'X-Forwarded-Client-Cert',
  'X-Forwarded',
  'Forwarded',
  'Forwarded-For',
  'Front-End-Https',
  'X-Url-Scheme',
  'X-Host',
  'X-Original-Host',
  'X-Original-URL',
  'X-Original-URI',
  'X-Rewrite-URL',
  'X-HTTP-Method-Override',
  'X-HTTP-Method',
  'X-Method-Override',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'Fastly-Client-IP',
  'X-Remote-User',
  'Remote-User',
  'Proxy',
  'Proxy-Authorization',
  'traceparent',
  'tracestate',
  'baggage',
  'X-Request-Id',
  'X-Accel-Redirect',
  'X-Sendfile-Type',
  'X-Accel-Mapping',
];
const forged = Object.fromEntries(BELIEVED.map((name) => [name, 'canary.example']));

test.each([
  ['a page', 'GET', '/products', 'host'],
  ['a file', 'GET', '/assets/a.js', 'host'],
  ['/federation', 'POST', '/federation/sign-in', 'host'],
  ['a call', 'GET', '/api/products', 'api'],
  ['an order', 'POST', '/api/orders', 'api'],
] as const)(
  '%s reaches the upstream without headers that claim another client, path or method',
  async (_what, method, rawPath, upstream) => {
    await edge.get(rawPath, { method, headers: { ...forged, 'x-kept': 'kept' } });
    const [request] = edge[upstream].requests.splice(0);
    if (!request) throw new Error('Nothing reached the server behind');
    const { headers } = request;
    expect(Object.entries(headers).filter(([, value]) => String(value).includes('canary'))).toEqual([]);
    expect(headers).toMatchObject({
      host: 'localhost',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-kept': 'kept',
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  },
);
