import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseExposition } from '@shop/server-kit/testing/parseExposition';
import { ask, freePort, startServer, type RunningServer } from '@shop/server-kit/testing/startServer';
import { openDatabase } from '../database/openDatabase';
import { anOrderBy, aNetwork, newKey } from '../testing/testApp';
import { createTestDirectory } from '../testing/testDatabase';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'api-shutdown-'));
const dataDirectory = path.join(folder, 'pglite');
beforeAll(async () => {
  await createTestDirectory(dataDirectory);
  const database = await openDatabase({ databaseUrl: undefined, dataDirectory });
  await database.query('UPDATE products SET stock = 1000');
  await database.close();
}, 60_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const start = async (
  env: Readonly<Record<string, string>> = {},
  preload: readonly string[] = [],
): Promise<RunningServer> => {
  const port = await freePort();
  return startServer(
    'api/src/server.ts',
    port,
    '/api/health/ready',
    { API_PORT: String(port), DATA_DIR: dataDirectory, TRUSTED_PROXIES: '1', ...env },
    preload,
  );
};

const sendOrder = ({ url }: RunningServer, pauseMs = 0, agent?: http.Agent) => {
  const key = newKey();
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': aNetwork() };
  return ask(url, '/api/orders', { method: 'POST', headers, body: JSON.stringify(anOrderBy(key)), pauseMs, agent });
};

const waitForInFlight = async ({ url }: RunningServer, count: number): Promise<void> => {
  for (let n = 0; n < 100; n += 1) {
    const { value } = parseExposition((await ask(url, '/metrics')).body);
    if ((value('http_requests_in_flight') ?? 0) > count) return; // which includes this request
    await sleep(10);
  }
  throw new Error('The requests did not arrive');
};

test('on SIGTERM requests in flight are completed, their orders stored, and the process exits with 0', async () => {
  const server = await start();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 60 });
  const slow = Array.from({ length: 30 }, () => sendOrder(server, 1_500, agent));
  const quick = Array.from({ length: 20 }, () => sendOrder(server, 300, agent));
  await waitForInFlight(server, 50);
  const signalledAt = Date.now();
  server.signal('SIGTERM');
  const responses = await Promise.all([...slow, ...quick]);
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  expect(responses.slice(0, 30).every(({ headers }) => headers.connection === 'close')).toBe(true);
  expect(await server.ended).toBe(0);
  expect(Date.now() - signalledAt).toBeLessThan(10_000);
  await expect(ask(server.url, '/api/health/live')).rejects.toThrow();

  const database = await openDatabase({ databaseUrl: undefined, dataDirectory });
  const numbers = responses.map(({ body }) => (JSON.parse(body) as { order: { number: string } }).order.number);
  const { rows } = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM orders WHERE number = ANY($1)', [
    numbers,
  ]);
  expect(rows).toEqual([{ n: 50 }]);
  await database.close();
}, 60_000);

test('during the shutdown delay it is not ready but still responds', async () => {
  const server = await start({ SHUTDOWN_DELAY_MS: '1500' });
  server.signal('SIGTERM');
  await sleep(300);
  expect((await ask(server.url, '/api/health/ready')).status).toBe(503);
  expect((await ask(server.url, '/api/health/live')).status).toBe(200);
  const { status, headers } = await ask(server.url, '/api/categories');
  expect({ status, connection: headers.connection }).toEqual({ status: 200, connection: 'close' });
  expect(await server.ended).toBe(0);
}, 60_000);

test('an endless request is cut off after the limit, or right away by a second signal', async () => {
  const patient = await start({ SHUTDOWN_LIMIT_MS: '700' });
  const endless = sendOrder(patient, 60_000).catch((error: Error) => error.message);
  await waitForInFlight(patient, 1);
  const signalledAt = Date.now();
  patient.signal('SIGTERM');
  expect(await patient.ended).toBe(0);
  expect(Date.now() - signalledAt).toBeGreaterThan(600);
  expect(Date.now() - signalledAt).toBeLessThan(4_000);
  expect(await endless).toMatch(/socket hang up|ECONNRESET/);
  expect(patient.output).toContain('requests that did not end were cut off');

  const hurried = await start();
  const another = sendOrder(hurried, 60_000).catch((error: Error) => error.message);
  await waitForInFlight(hurried, 1);
  hurried.signal('SIGTERM');
  await sleep(200);
  const secondSignalAt = Date.now();
  hurried.signal('SIGTERM');
  expect(await hurried.ended).toBe(143);
  expect(Date.now() - secondSignalAt).toBeLessThan(1_000);
  expect(await another).toMatch(/socket hang up|ECONNRESET/);
}, 60_000);

test.each([
  ['exception', 'setTimeout(() => { throw new Error(\'invalid "canary" of ada@example.com\'); })'],
  ['rejection', 'void Promise.reject(new Error(\'invalid "canary" of ada@example.com\'))'],
])(
  'an uncaught %s is logged once without quoted values, and the process completes its requests and exits with 1',
  async (_what, code) => {
    const preload = path.join(folder, `preload-${Date.now()}.cjs`);
    fs.writeFileSync(preload, `process.on('SIGUSR2', () => { ${code}; ${code}; });`);
    const server = await start({}, [preload]);
    const inFlight = sendOrder(server, 500);
    await waitForInFlight(server, 1);
    server.signal('SIGUSR2');
    expect((await inFlight).status).toBe(200);
    expect(await server.ended).toBe(1);
    expect(server.output.match(/uncaught error/g)).toHaveLength(1);
    expect(server.output).not.toMatch(/canary|ada@/);
  },
  60_000,
);

test('without a collector only the OpenTelemetry API is loaded, which prom-client needs', async () => {
  const preload = path.join(folder, 'loaded.cjs');
  fs.writeFileSync(
    preload,
    `process.on('SIGUSR2', () => console.log('loaded:' + JSON.stringify([...new Set(Object.keys(require.cache).map((file) => /@opentelemetry\\/[^/]+/.exec(file)?.[0]).filter(Boolean))])));`,
  );
  const loadedBy = async (env: Readonly<Record<string, string>>): Promise<string[]> => {
    const server = await start(env, [preload]);
    server.signal('SIGUSR2');
    for (let n = 0; n < 100 && !server.output.includes('loaded:'); n += 1) await sleep(20);
    server.signal('SIGTERM');
    await server.ended;
    return JSON.parse(/loaded:(.*)/.exec(server.output)?.[1] ?? '') as string[];
  };
  expect(await loadedBy({})).toEqual(['@opentelemetry/api']);
  expect(await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toContain(
    '@opentelemetry/sdk-trace-base',
  );
}, 60_000);

test('startup and shutdown log no configured secret', async () => {
  const secret = 'canary canary canary canary canary canary';
  const server = await start({
    COOKIE_SECRET: secret,
    AUTH_SECRET: secret,
    METRICS_TOKEN: secret,
    PAYMENT_WEBHOOK_SECRET: secret,
  });
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.output).toContain('ending');
  expect(server.output).not.toContain('canary');
}, 60_000);
