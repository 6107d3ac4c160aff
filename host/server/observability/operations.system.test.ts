import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promote, publishRelease } from '@shop/registry';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import { parseExposition } from '@shop/server-kit/testing/parseExposition';
import { ask, freePort, startServer, type RunningServer } from '@shop/server-kit/testing/startServer';
import { parse as parseYaml } from 'yaml';
import { listAlerts } from '../../../ops/prometheus/listAlerts';
import { describeHost } from '../releases/describeHost';
import { aHostDist } from '../testing/aHostDist';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

/** Both servers as processes, with a trace collector. */
const repositoryRoot = path.resolve(__dirname, '../../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'operations-'));
const dist = aHostDist();
const ID = '0123456789abcdef0123456789abcdef';

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly service: string;
  readonly attributes: string;
}

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
    };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'service' | 'attributes'> & { readonly attributes: unknown })[];
    }[];
  }[];
}

const spans: ReceivedSpan[] = [];
let collectorAnswers = true;
const collector = http.createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    if (!collectorAnswers) return;
    for (const { resource, scopeSpans } of (JSON.parse(text) as OtlpRequest).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service, attributes: JSON.stringify(span.attributes) });
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
});

let api: RunningServer;
let host: RunningServer;
let metricsUrl: string;

/** Promotes a release, without which a host is not ready. */
const putLive = async (directory: string): Promise<void> => {
  const registry = openTestRegistry(directory);
  await registry.announceHost('announced', describeHost(dist.hostDist), new Date());
  await publishRelease(registry, builtRemote({ version: '1.0.0' }), 'home team', new Date());
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home team', now: new Date() });
};

const startHost = async (env: Readonly<Record<string, string>> = {}): Promise<RunningServer> => {
  const port = await freePort();
  await putLive(path.join(folder, `registry-${port}`));
  return startServer('host/server/main.ts', port, '/health/ready', {
    PORT: String(port),
    HOST: '127.0.0.1',
    API_ORIGIN: api.url,
    HOST_DIST: dist.hostDist,
    MEDIA_DIR: dist.mediaDirectory,
    REGISTRY_DIR: path.join(folder, `registry-${port}`),
    RELEASE_CACHE_DIR: path.join(folder, 'releases'),
    ...env,
  });
};

beforeAll(async () => {
  const collectorPort = await freePort();
  await new Promise<void>((resolve) => collector.listen(collectorPort, '127.0.0.1', resolve));
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`, OTEL_BSP_SCHEDULE_DELAY: '100' };
  const apiPort = await freePort();
  api = await startServer('api/src/server.ts', apiPort, '/api/health/ready', {
    API_PORT: String(apiPort),
    DATA_DIR: path.join(folder, 'pglite'),
    TRUSTED_PROXIES: '1',
    SLOW_QUERY_MS: '0',
    ...traced,
  });
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}`;
  host = await startHost({ METRICS_PORT: String(metricsPort), ...traced });
}, 90_000);
afterAll(async () => {
  for (const server of [host, api]) server?.signal('SIGTERM');
  await Promise.all([host?.ended, api?.ended]);
  collector.closeAllConnections();
  collector.close();
  dist.remove();
  fs.rmSync(folder, { recursive: true, force: true });
}, 30_000);

const waitForSpans = async (requestId: string, least: number): Promise<ReceivedSpan[]> => {
  for (let n = 0; n < 100; n += 1) {
    const traceId = spans.find(({ attributes }) => attributes.includes(requestId))?.traceId;
    const found = spans.filter((span) => span.traceId === traceId);
    if (traceId !== undefined && found.length >= least) return found;
    await sleep(50);
  }
  throw new Error(`There is no such trace among ${spans.map(({ name }) => name).join(', ')}`);
};

test('a page is one trace of nested spans: host, render, API and query', async () => {
  const page = await ask(host.url, '/products?canary=canary', {
    headers: { 'x-request-id': ID, cookie: 'canary=canary', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` },
  });
  expect({ status: page.status, id: page.headers['x-request-id'] }).toEqual({ status: 200, id: ID });
  expect(page.body).toContain('<p>rendered</p>');
  const trace = await waitForSpans(ID, 4);
  const shape = (parent: ReceivedSpan | undefined): ReceivedSpan | undefined =>
    trace.find(({ parentSpanId }) => (parentSpanId || undefined) === parent?.spanId);
  const chain: string[] = [];
  for (let span = shape(undefined); span; span = shape(span)) chain.push(`${span.service}: ${span.name}`);
  expect(chain).toEqual([
    'shop-host: GET /*',
    'shop-host: render page',
    'shop-api: GET /api/categories',
    'shop-api: select query',
  ]);
  // A visitor does not choose the trace.
  expect(trace[0]?.traceId).not.toBe('1'.repeat(32));
  expect(JSON.stringify(trace)).not.toContain('canary');
});

test('a proxied call is one trace, with one id in both logs and in the slow query log', async () => {
  const id = ID.replaceAll('0', 'a');
  const answer = await ask(host.url, '/api/brands?store=organic-store&canary=canary', {
    headers: { 'x-request-id': id },
  });
  expect({ status: answer.status, id: answer.headers['x-request-id'] }).toEqual({ status: 200, id });
  expect((await waitForSpans(id, 3)).map(({ service, name }) => `${service}: ${name}`).sort()).toEqual([
    'shop-api: GET /api/brands',
    'shop-api: select query',
    'shop-host: GET /api/*',
  ]);
  const readLogLines = (server: RunningServer): unknown[] =>
    server.output
      .split('\n')
      .filter((line) => line.includes(id))
      .map((line) => JSON.parse(line) as unknown);
  expect(readLogLines(host)).toMatchObject([{ requestId: id, route: '/api/*', status: 200 }]);
  expect(readLogLines(api)).toMatchObject([
    { requestId: id, msg: 'slow query' },
    { requestId: id, route: '/api/brands', status: 200 },
  ]);
});

test('does not forward ids or traces made up by visitors', async () => {
  const answer = await ask(host.url, '/api/categories', {
    headers: { 'x-request-id': "canary'*/", traceparent: 'canary', baggage: 'canary' },
  });
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(api.output + host.output).not.toContain('canary');
});

test('logs why a page failed without personal data, and the route of a call instead of its path', async () => {
  const answer = await ask(host.url, '/broken/ORD-7K3F-9Q2M');
  expect(answer.status).toBe(200);
  expect((await ask(host.url, '/api/orders/ORD-7K3F-9Q2M')).status).toBe(404);
  expect(host.output).toContain('page not rendered');
  expect(host.output + api.output).not.toMatch(/ORD-7K3F|ada@/);
});

test.each([
  '/metrics',
  '/metrics/',
  '//metrics',
  '/api/metrics',
  '/api/../metrics',
  '/api/%2e%2e/metrics',
  '/api/..%2fmetrics',
  '/api/..\\metrics',
  '/api/.%2e/metrics',
  '/apimetrics',
  '/dev/../metrics',
  '/dev/../../metrics',
  '/sitemaps/..%2f..%2fmetrics',
  '/sitemap.xml/../../metrics',
  '/api//metrics',
  '/api/%252e%252e/metrics',
])('does not expose metrics at %s', async (rawPath) => {
  for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }]) {
    const { body } = await ask(host.url, rawPath, { headers });
    expect(body).not.toMatch(/# TYPE|http_request_duration_seconds/);
  }
});

test('the servers expose every metric of the dashboard and the alerts in a valid Prometheus format', async () => {
  for (const page of ['/', '/moved', '/broken']) await ask(host.url, page);
  const [ofHost, ofApi] = [await ask(metricsUrl, '/metrics'), await ask(api.url, '/metrics')].map(({ body }) =>
    parseExposition(body),
  );
  const exposed = new Set([...(ofHost?.names ?? []), ...(ofApi?.names ?? []), 'up']);
  for (const outcome of ['rendered', 'redirect', 'shell'])
    expect(ofHost?.value('shop_pages_total', { outcome })).toBeGreaterThan(0);
  expect(ofHost?.value('shop_render_duration_seconds_count')).toBeGreaterThan(2);
  expect(ofHost?.value('shop_renders_under_way')).toBe(0);

  const dashboard = fs.readFileSync(path.join(repositoryRoot, 'ops/grafana/shop.json'), 'utf8');
  const expressions = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text ?? '""') as string,
  );
  const alerts = parseYaml(fs.readFileSync(path.join(repositoryRoot, 'ops/prometheus/alerts.yml'), 'utf8')) as {
    groups: { rules: { expr: string }[] }[];
  };
  expressions.push(...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)));
  const named = new Set(
    expressions.flatMap((expression) => expression.match(/\b(?:shop|http|nodejs|process)_[a-z0-9_]+|\bup\b/g) ?? []),
  );
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((name) => !exposed.has(name))).toEqual([]);
  // Every exposed metric is used.
  const own = [...exposed].filter((name) => /^(shop|http)_/.test(name) && !/_(sum|count|bucket)$/.test(name));
  expect(own.filter((name) => !named.has(name))).toEqual([]);
});

test('servers that work make no alert fire; a replica that is left makes one', async () => {
  const [ofHost, ofApi] = [(await ask(metricsUrl, '/metrics')).body, (await ask(api.url, '/metrics')).body];
  expect(listAlerts({ 'shop-host': ofHost, 'shop-api': ofApi })).toEqual([]);
  const left = ofApi.replace('shop_database_replicas{state="left"} 0', 'shop_database_replicas{state="left"} 1');
  expect(listAlerts({ 'shop-host': ofHost, 'shop-api': left })).toEqual(['ReplicasLeft']);
});

test('a registry that cannot be read makes an alert fire, and pages stay', async () => {
  const registry = path.join(folder, `registry-${new URL(host.url).port}`);
  const listHostAlerts = async () => listAlerts({ 'shop-host': (await ask(metricsUrl, '/metrics')).body });
  expect(await listHostAlerts()).toEqual([]);
  fs.renameSync(registry, `${registry}-away`);
  try {
    expect(await listHostAlerts()).toEqual(['RegistryUnreadable']);
    expect((await ask(host.url, '/')).body).toContain('<p>rendered</p>');
  } finally {
    fs.renameSync(`${registry}-away`, registry);
  }
  expect(await listHostAlerts()).toEqual([]);
});

test('a trace collector that hangs or is gone does not slow down pages', async () => {
  /** Response times of 40 sequential pages. */
  const measureTimes = async (): Promise<{ readonly median: number; readonly slowest: number }> => {
    const times: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      const started = performance.now();
      expect((await ask(host.url, '/')).body).toContain('<p>rendered</p>');
      times.push(performance.now() - started);
      await sleep(10);
    }
    times.sort((a, b) => a - b);
    return { median: times[20] ?? NaN, slowest: times[39] ?? NaN };
  };
  const before = await measureTimes();
  const expectUnnoticed = async (): Promise<void> => {
    const { median, slowest } = await measureTimes();
    expect(median).toBeLessThan(3 * before.median + 20);
    // spans wait ten seconds for a collector; a page that waited with them would show
    expect(slowest).toBeLessThan(before.slowest + 3_000);
  };
  collectorAnswers = false;
  await expectUnnoticed();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
  await expectUnnoticed();
}, 60_000);

test('on SIGTERM the host completes pending requests and exits with 0', async () => {
  const ending = await startHost();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 60 });
  const pages = Array.from({ length: 25 }, () => ask(ending.url, '/slow', { agent }));
  const bodies = Array.from({ length: 25 }, () =>
    ask(ending.url, '/api/login', {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.com', password: 'wrong password' }),
      pauseMs: 800,
    }),
  );
  await sleep(400);
  const signalled = Date.now();
  ending.signal('SIGTERM');
  await sleep(50);
  expect(
    (await Promise.all(pages)).every(
      ({ status, body, headers }) =>
        status === 200 && body.includes('<p>rendered</p>') && headers.connection === 'close',
    ),
  ).toBe(true);
  for (const { status, headers } of await Promise.all(bodies)) {
    expect([401, 429, 503]).toContain(status);
    expect(headers.connection).toBe('close');
  }
  expect(await ending.ended).toBe(0);
  expect(Date.now() - signalled).toBeLessThan(10_000);
}, 60_000);

test('during the shutdown delay the host is alive and responds, but is not ready', async () => {
  const ending = await startHost({ SHUTDOWN_DELAY_MS: '1200' });
  ending.signal('SIGTERM');
  await sleep(300);
  expect((await ask(ending.url, '/health/ready')).status).toBe(503);
  expect((await ask(ending.url, '/health')).status).toBe(200);
  expect((await ask(ending.url, '/')).body).toContain('<p>rendered</p>');
  expect(await ending.ended).toBe(0);
}, 60_000);
