import { parseExposition } from '@shop/server-kit/testing/parseExposition';
import fastify, { type FastifyInstance } from 'fastify';
import { PassThrough } from 'node:stream';
import { createHostMetrics } from '../observability/hostMetrics';
import { rumRoutes } from './rumRoutes';
import { createVisitTokens } from './visitTokens';

afterEach(() => {
  jest.restoreAllMocks();
});

const report = {
  kind: 'load',
  remote: 'mfe-catalog',
  release: '1.0.0-1a2b3c',
  message: 'RemoteUnavailableError: mfe-catalog is unavailable',
  page: '/products',
};

const visitTokens = createVisitTokens(async () => 'a key');
/** Issues a token for a page with two remotes. */
const issueToken = (): Promise<string> =>
  visitTokens.issue(
    Object.fromEntries(
      ['mfe-home', 'mfe-auth'].map((remote) => [
        remote,
        { version: '1.4.0', entry: '/e.js', container: 'c', mounts: ['/'], missingTitle: 'x' },
      ]),
    ),
  );

interface Started {
  readonly app: FastifyInstance;
  readonly written: () => string;
  /** Recorded visits, such as "mfe-home 1.4.0 failed". */
  readonly counted: string[];
  readonly exposed: () => Promise<string>;
}

const start = async (): Promise<Started> => {
  const counted: string[] = [];
  const metrics = createHostMetrics();
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const app = fastify({ logger: { level: 'warn', stream } });
  await rumRoutes(app, {
    live: { isKnown: (remote) => remote !== 'mfe-evil', isShown: (_remote, version) => version === '1.4.0' },
    health: {
      record: (remote, version, { failed }) => void counted.push(`${remote} ${version}${failed ? ' failed' : ''}`),
    },
    metrics,
    visitTokens,
  });
  return { app, written: () => text, counted, exposed: () => metrics.register.metrics() };
};

const post = (app: FastifyInstance, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/rum',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });

test('logs a report with its remote and release', async () => {
  const { app, written } = await start();
  const answer = await post(app, report, { 'sec-fetch-site': 'same-origin' });
  expect(answer.statusCode).toBe(204);
  expect(JSON.parse(written())).toMatchObject({
    kind: 'load',
    remote: 'mfe-catalog',
    release: '1.0.0-1a2b3c',
    page: '/products',
    msg: 'a page failed',
  });
});

test('logs the last API call before a failure, and counts reports by kind', async () => {
  const { app, written, exposed } = await start();
  const lastCall = '0123456789abcdef0123456789abcdef';
  await post(app, { ...report, lastCall });
  await post(app, await createVisit({ ...releaseVisit, failed: true }));
  expect(JSON.parse(written())).toMatchObject({ lastCall });
  const { value } = parseExposition(await exposed());
  expect(value('shop_rum_reports_total', { kind: 'load' })).toBe(1);
  expect(value('shop_rum_reports_total', { kind: 'visit' })).toBe(1);
  expect(value('shop_web_visits_total', { remote: 'mfe-home', failed: 'true' })).toBe(1);
  expect(value('shop_web_lcp_seconds_sum', { remote: 'mfe-home' })).toBe(0.812);
});

test.each([
  ['an invalid call id', { ...report, lastCall: 'ada@example.com' }],
  ['an unknown property', { ...report, cookie: 'x' }],
  ['an unknown remote', { ...report, remote: 'mfe-evil' }],
  ['a path with an order number', { ...report, page: '/orders/ORD-7K3F-9Q2M' }],
  ['a release with a line break', { ...report, release: '1\n2' }],
  ['a message that is too long', { ...report, message: 'x'.repeat(301) }],
  ['an empty report', null],
])('rejects %s', async (_what, payload) => {
  const { app, written } = await start();
  expect((await post(app, payload)).statusCode).toBe(400);
  expect(written()).not.toContain('a page failed');
});

test('rejects reports from other sites', async () => {
  const { app } = await start();
  expect((await post(app, report, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
});

test('removes personal data from log lines', async () => {
  const { app, written } = await start();
  await post(app, {
    ...report,
    message: 'Error: no order ORD-7K3F-9Q2M for ada@example.com, code 481516, at /api/me?token=c2VjcmV0',
  });
  for (const secret of ['ORD-7K3F-9Q2M', 'ada@example.com', '481516', 'c2VjcmV0'])
    expect(written()).not.toContain(secret);
  expect(written()).toContain('no order');
});

test('limits an address to 60 reports a minute', async () => {
  jest.spyOn(performance, 'now').mockReturnValue(0);
  const { app } = await start();
  const answers = [];
  for (let n = 0; n < 70; n += 1) answers.push((await post(app, report)).statusCode);
  expect(answers.filter((status) => status === 204)).toHaveLength(60);
  expect(answers.filter((status) => status === 429)).toHaveLength(10);
});

const releaseVisit = { remote: 'mfe-home', release: '1.4.0', first: true, failed: false, lcp: 812, inp: null };
const createVisit = async (...releases: unknown[]) => ({ kind: 'visit', token: await issueToken(), releases });

test('counts a visit only for releases that visitors may have', async () => {
  const { app, counted, written } = await start();
  const answer = await post(
    app,
    await createVisit(
      releaseVisit,
      { ...releaseVisit, remote: 'mfe-auth', failed: true },
      { ...releaseVisit, release: '9.9.9' },
    ),
  );
  expect(answer.statusCode).toBe(204);
  expect(counted).toEqual(['mfe-home 1.4.0', 'mfe-auth 1.4.0 failed']);
  expect(written()).toBe('');
});

test('does not count an additional report as another visit', async () => {
  const { app, exposed } = await start();
  const { token } = await createVisit();
  const tell = (visit: object) => post(app, { kind: 'visit', token, releases: [{ ...releaseVisit, ...visit }] });
  await tell({});
  expect((await tell({ first: false, lcp: null, cls: 0.04 })).statusCode).toBe(204);
  const { value } = parseExposition(await exposed());
  expect(value('shop_web_visits_total', { remote: 'mfe-home', failed: 'false' })).toBe(1);
});

test.each([
  ['a negative time', [{ ...releaseVisit, lcp: -1 }]],
  ['a negative layout shift', [{ ...releaseVisit, cls: -0.1 }]],
  ['an impossible layout shift', [{ ...releaseVisit, cls: 1e9 }]],
  ['no releases', []],
  ['more releases than a page has', Array.from({ length: 21 }, (_, n) => ({ ...releaseVisit, release: String(n) }))],
  ['one release twice', [releaseVisit, { ...releaseVisit, first: false, failed: true }]],
  ['an unknown property', [{ ...releaseVisit, page: '/orders/1' }]],
])('rejects a visit with %s', async (_what, releases) => {
  const { app, counted } = await start();
  expect((await post(app, await createVisit(...releases))).statusCode).toBe(400);
  expect(counted).toEqual([]);
});
