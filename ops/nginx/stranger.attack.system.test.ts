import http2 from 'node:http2';
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
      response.writeHead(200, { 'cache-control': 'no-store' }).end(`for ${request.url ?? ''}`);
    };
  }
});

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
const post = (headers: string, body: string, rawPath = '/api/orders'): string =>
  `POST ${rawPath} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body}`;

describe('a smuggled request never reaches an upstream', () => {
  test.each([
    [
      'length and chunks',
      post(`Content-Length: ${5 + SMUGGLED.length}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${SMUGGLED}`),
    ],
    ['chunks and length', post('Transfer-Encoding: chunked\r\nContent-Length: 4', `5c\r\n${SMUGGLED}\r\n0\r\n\r\n`)],
    [
      'an encoding of its own making',
      post(`Transfer-Encoding: xchunked\r\nContent-Length: ${SMUGGLED.length}`, SMUGGLED),
    ],
    [
      'an encoding behind a space',
      post(`Transfer-Encoding : chunked\r\nContent-Length: ${5 + SMUGGLED.length}`, `0\r\n\r\n${SMUGGLED}`),
    ],
    [
      'an encoding twice',
      post(
        'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
        `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`,
      ),
    ],
    [
      'an encoding folded into the next line',
      post(`X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: ${5 + SMUGGLED.length}`, `0\r\n\r\n${SMUGGLED}`),
    ],
    ['two lengths', post(`Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}`, SMUGGLED)],
    ['a length with a sign', post(`Content-Length: +${SMUGGLED.length}`, SMUGGLED)],
    [
      'a chunk with an overflowing size',
      post('Transfer-Encoding: chunked', `fffffffffffffffff\r\n${SMUGGLED}\r\n0\r\n\r\n`),
    ],
    [
      'a path with a line break',
      `GET /x%0d%0aHost:%20a%0d%0a%0d%0aGET%20/smuggled HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    ],
    [
      'a body of a read',
      `GET /api/products HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
    ],
    [
      'an upload that is passed on as it comes',
      post(
        `Content-Length: ${5 + SMUGGLED.length}\r\nTransfer-Encoding: chunked`,
        `0\r\n\r\n${SMUGGLED}`,
        '/federation/api/remotes/mfe-home/releases',
      ),
    ],
  ])('%s', async (_what, bytes) => {
    await edge.send(bytes);
    const reached = [...edge.api.requests, ...edge.host.requests].map(({ url }) => url);
    expect(reached).not.toContain('/smuggled');
    expect(reached.length).toBeLessThanOrEqual(1);
  });
});

test('cookies that are too large for every request are removed', async () => {
  const cookies = Array.from({ length: 5 }, (_, number) => `filler${number}=${'x'.repeat(4_000)}`).join('; ');
  const { status, headers, body } = await edge.get('/products', { headers: { cookie: cookies } });
  expect(status).toBe(431);
  expect(headers).toMatchObject({ 'clear-site-data': '"cookies"', 'cache-control': 'no-store' });
  expect(body).toContain('Please reload this page');
  expect(edge.host.requests).toEqual([]);
  expect((await edge.get('/products', { headers: { cookie: 'sid=1' } })).headers).not.toHaveProperty('clear-site-data');
});

test.each([3, 180])('%d large cookies are removed over HTTP/2, too, where each is a line', async (count) => {
  const session = http2.connect(`https://127.0.0.1:${edge.ports.https}`, {
    rejectUnauthorized: false,
    maxSendHeaderBlockLength: 1_000_000,
  });
  const cookie = Array.from({ length: count }, (_, number) => `filler${number}=${'x'.repeat(4_050)}`);
  try {
    const headers = await new Promise<http2.IncomingHttpHeaders>((resolve, reject) => {
      session.on('error', reject);
      session.request({ ':path': '/products', cookie }).on('response', resolve).on('error', reject).end();
    });
    expect(headers).toMatchObject({ ':status': 431, 'clear-site-data': '"cookies"' });
    expect(edge.host.requests).toEqual([]);
  } finally {
    session.destroy();
  }
});

/** A shareable page that contains the headers it was rendered with. */
const shareWhatItWasAskedWith = (): void => {
  edge.host.respond = (request, response) => {
    const { host, cookie, 'accept-encoding': encoding } = request.headers;
    response.writeHead(200, [
      'x-accel-expires',
      '30',
      'cache-control',
      'no-cache',
      'x-request-id',
      String(request.headers['x-request-id']),
      'content-type',
      'text/html',
    ]);
    response.end(JSON.stringify({ url: request.url, host, cookie, encoding }));
  };
};

describe('a response that an attacker tried to cache', () => {
  test.each<[string, Record<string, string>]>([
    ['another host', { host: 'evil.example' }],
    ['another storefront', { cookie: 'storefront=organic' }],
    ['two storefronts', { cookie: 'storefront=organic; storefront=jewellery' }],
    ['a storefront in capitals', { cookie: 'STOREFRONT=organic' }],
    ['an empty storefront before another', { cookie: 'storefront=; storefront=organic' }],
    ['cookies between commas', { cookie: 'storefront=organic, currency=EUR' }],
    ['a cookie that looks like two words of the key', { cookie: 'storefront=organic EUR' }],
    ['a session', { cookie: 'sid=1' }],
    ['a token', { authorization: 'Bearer x' }],
    ['an encoding', { 'accept-encoding': 'br' }],
    [
      'headers that servers believe',
      { 'x-forwarded-host': 'evil.example', 'x-original-url': '/evil', 'x-http-method-override': 'DELETE' },
    ],
    ['a range', { range: 'bytes=0-3' }],
    ['an old page of its own', { 'if-none-match': '"x"', 'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT' }],
  ])('with %s is not served to the next visitor', async (what, headers) => {
    shareWhatItWasAskedWith();
    const rawPath = `/page-${what.replaceAll(' ', '-')}`;
    for (let visit = 0; visit < 2; visit += 1) await edge.get(rawPath, { headers });
    const { status, body } = await edge.get(rawPath);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ url: rawPath, host: 'localhost' });
  });

  test('as a file by another method, or with an account, is not stored', async () => {
    edge.host.respond = (request, response) =>
      void response
        .writeHead(200, { 'cache-control': request.headers.cookie ? 'no-store' : 'public, max-age=60' })
        .end(`${request.method} ${request.headers.cookie ?? 'nobody'}`);
    await edge.get('/account/x.css', { headers: { cookie: '__Host-sid=alice' } });
    expect((await edge.get('/account/x.css')).body).toBe('GET nobody');
    await edge.get('/assets/posted.js', { method: 'POST', body: 'x' });
    expect((await edge.get('/assets/posted.js')).body).toBe('GET nobody');
  });

  test('does not contain the request id of the attacker', async () => {
    shareWhatItWasAskedWith();
    const theirs = 'f'.repeat(32);
    await edge.get('/with-an-id', { headers: { 'x-request-id': theirs } });
    const { headers } = await edge.get('/with-an-id');
    expect(edge.host.requests).toHaveLength(1);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(headers['x-request-id']).not.toBe(theirs);
    const mine = '0123456789abcdef'.repeat(2);
    expect((await edge.get('/with-an-id', { headers: { 'x-request-id': mine } })).headers['x-request-id']).toBe(mine);
  });
});
