import { setTimeout as sleep } from 'node:timers/promises';
import { startEdge, type Edge } from '../testing/startEdge';

let edge: Edge;
beforeEach(async () => {
  edge = await startEdge();
});
afterEach(() => edge.stop());

const LOGS_WITHIN_MS = 10_000;

/** A canary value in every part of a request. */
const headers = {
  cookie: 'sid=canary-cookie',
  referer: 'https://localhost/canary-referer?upstream: "canary"',
  'user-agent': 'canary-agent',
  authorization: 'Bearer canary-token',
  host: 'canary-host.example',
};
const rawPath = '/orders/canary-path?token=canary-query';

/** Returns all logs once the access log has the expected number of lines, since it is written once a second. */
const readLogs = async (lines = 1): Promise<string> => {
  const until = Date.now() + LOGS_WITHIN_MS;
  while (edge.readAccessLog().length < lines && Date.now() < until) await sleep(100);
  return edge.readLogs();
};

const expectNothingOfTheShopper = (logs: string): void => {
  for (const value of ['canary', 'CANARY', '127.0.0.1, ', 'client: ', 'request: ']) expect(logs).not.toContain(value);
};

test('a dead upstream is logged with its status, without address, path, header or cookie', async () => {
  await Promise.all([edge.host.stop(), edge.api.stop()]);
  expect((await edge.get(rawPath, { headers })).status).toBe(503);
  expect((await edge.get(`/api${rawPath}`, { headers })).status).toBe(503);
  expectNothingOfTheShopper(await readLogs(2));
  const lines = edge.readAccessLog().filter(({ status }) => status === 503);
  expect(lines).toHaveLength(2);
  for (const [index, port] of [edge.host.port, edge.api.port].entries()) {
    expect(lines[index]?.['upstream']).toContain(`127.0.0.1:${port}`);
    expect(lines[index]?.['upstreamStatus']).toContain('502');
  }
});

test('an upstream that sends garbage, hangs up or sends too much is logged with its status', async () => {
  const answers: readonly (readonly [string, string])[] = [
    ['garbage', 'canary garbage\r\n\r\n'],
    ['nothing', ''],
    ['a head that is too long', `HTTP/1.1 200 OK\r\nx: ${'canary'.repeat(10_000)}\r\n\r\n`],
    ['half of a body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\ncanary'],
  ];
  for (const [, bytes] of answers) {
    edge.host.respond = (request) => request.socket.end(bytes);
    await edge.get(rawPath, { method: 'POST', headers }).catch(() => undefined);
  }
  expectNothingOfTheShopper(await readLogs(4));
  // nginx writes a line when a connection ends, so the order may differ from that of the requests.
  const logged = edge
    .readAccessLog()
    .map(({ status, upstreamStatus }) => `${String(status)} after ${String(upstreamStatus).split(', ').at(-1)}`);
  expect(logged.sort()).toEqual(['0 after 200', '200 after 200', '503 after 502', '503 after 502']);
});

test.each([
  [
    'a body that is too large',
    (): Promise<unknown> => edge.get(rawPath, { method: 'POST', headers, body: 'canary'.repeat(50_000) }),
    413,
  ],
  [
    'a body that says it is too large',
    (): Promise<unknown> => edge.send('POST /canary-path HTTP/1.1\r\nHost: canary\r\nContent-Length: 99999999\r\n\r\n'),
    413,
  ],
  [
    'a head that is too long',
    (): Promise<unknown> =>
      edge.send(`GET /canary-path HTTP/1.1\r\nHost: a\r\nCookie: ${'canary'.repeat(20_000)}\r\n\r\n`),
    431,
  ],
  [
    'an address that is too long',
    (): Promise<unknown> => edge.send(`GET /${'canary'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`),
    414,
  ],
  ['no HTTP', (): Promise<unknown> => edge.send('canary-garbage\r\n\r\n'), 400],
  [
    'a header that is none',
    (): Promise<unknown> => edge.send('GET / HTTP/1.1\r\nHost: a\r\ncanary header\r\n: canary\r\n\r\n'),
    undefined,
  ],
  [
    'a host that is none',
    (): Promise<unknown> => edge.send('GET /canary-path HTTP/1.1\r\nHost: canary/../x\r\n\r\n'),
    400,
  ],
  [
    "a method of somebody's own",
    (): Promise<unknown> => edge.send('CANARY-ADA /canary-path HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    undefined,
  ],
  [
    'two lengths',
    (): Promise<unknown> =>
      edge.send(
        'POST /canary-path HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\ncanary',
      ),
    400,
  ],
  ['a path that is refused', (): Promise<unknown> => edge.get('/canary/../path', { headers }), 400],
])('%s is logged with its status and without data of the shopper', async (_what, attack, status) => {
  await attack();
  expectNothingOfTheShopper(await readLogs());
  if (status !== undefined) expect(edge.readAccessLog().map((line) => line['status'])).toEqual([status]);
});

test('connections beyond the limit are logged without their address', async () => {
  edge.host.respond = (_request, response) => void setTimeout(() => response.end('late'), 500);
  const answers = await Promise.all(
    Array.from({ length: 420 }, () => edge.get(rawPath, { headers }).catch(() => undefined)),
  );
  expect(answers.filter((answer) => answer?.status === 503).length).toBeGreaterThan(0);
  expectNothingOfTheShopper(await readLogs(420));
  expect(edge.readAccessLog().filter(({ limit }) => limit === 'REJECTED').length).toBeGreaterThan(0);
});
