import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createToken,
  createHttpAccess,
  HealthCounts,
  promote,
  publishRelease,
  type Registry,
  sumByRelease,
  type RegistryAccess,
} from '@shop/registry';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import type { FastifyInstance } from 'fastify';
import { buildServer } from '../buildServer';
import { readConfig } from '../config';
import { aHostDist } from '../testing/aHostDist';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

/** Two hosts on one registry with real pages, tokens and visit reports; only the clock is fake. */
const NOT_THE_CLOCK = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;
const LOOKED_AT_MS = 5_000;

/** Pages of version 2 throw. URLs with "late" time out, as if the API did not respond. */
const RENDERER = `
exports.renderPage = async ({ url, release }) => {
  if (release && release.version.startsWith('2')) throw new Error('of the release');
  if (url.includes('late')) await new Promise((resolve) => setTimeout(resolve, 4000));
  return { kind: 'page', audience: 'public', status: 200, html: '<p>' + (release && release.version) + '</p>', storefront: 'organic', chunks: [], state: null, router: null };
};`;

let dist: ReturnType<typeof aHostDist>;
let directory: string;
let registry: Registry;
let hosts: FastifyInstance[];
let addresses: string[];
const createEnvironment = (): NodeJS.ProcessEnv => ({
  HOST_DIST: dist.hostDist,
  MEDIA_DIR: dist.mediaDirectory,
  REGISTRY_DIR: directory,
  API_ORIGIN: 'http://127.0.0.1:9',
  TRUSTED_PROXIES: '1',
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  CANARY_MIN_VISITS: '20',
  PAGE_CACHE_MS: '0',
  RENDERS_PER_SECOND: '100',
});
const open = (): Registry => openTestRegistry(directory);

beforeEach(async () => {
  jest.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z'), doNotFake: [...NOT_THE_CLOCK] });
  dist = aHostDist();
  fs.writeFileSync(path.join(dist.hostDist, 'node/server.js'), RENDERER);
  directory = path.join(dist.folder, 'registry');
  fs.mkdirSync(directory);
  registry = open();
  for (const version of ['1.0.0', '2.0.0', '3.0.0'])
    await publishRelease(registry, builtRemote({ version, text: version, requires: {} }), 'home team', new Date());
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home team', now: new Date() });
  hosts = [];
  addresses = [];
  for (let n = 0; n < 2; n += 1) {
    const host = await buildServer(readConfig(createEnvironment()), open());
    hosts.push(host);
    addresses.push(await host.listen({ port: 0, host: '127.0.0.1' }));
  }
});
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.close()));
  jest.useRealTimers();
  dist.remove();
});

const addressFor = (visitor: number): string => addresses[visitor % addresses.length] ?? '';
const pass = (milliseconds: number): void => void jest.setSystemTime(Date.now() + milliseconds);

/** Opens a page from the visitor's own network and reports the visit. Returns the release that was shown. */
const visit = async (
  visitor: number,
  { url = '/', failed = false }: { readonly url?: string; readonly failed?: boolean } = {},
): Promise<string> => {
  const headers = { 'x-forwarded-for': `10.${visitor >> 8}.${visitor & 255}.1` };
  const body = await (await fetch(addressFor(visitor) + url, { headers })).text();
  const { composition, visitToken } = JSON.parse(
    /<script[^>]*type="application\/json"[^>]*>(?<data>.*?)<\/script>/s.exec(body)?.groups?.['data'] ?? '{}',
  ) as { composition: Record<string, { version: string }>; visitToken: string };
  const release = composition['mfe-home']?.version ?? '';
  const payload = {
    kind: 'visit',
    token: visitToken,
    releases: [{ remote: 'mfe-home', release, first: true, failed, lcp: 800, inp: null }],
  };
  const reported = await fetch(`${addressFor(visitor)}/rum`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  expect(reported.status).toBe(204);
  return release;
};
const visits = async (count: number, first: number, options?: Parameters<typeof visit>[1]): Promise<void> => {
  for (let visitor = first; visitor < first + count; visitor += 1) await visit(visitor, options);
};

/** Runs the hosts' health checks until the condition is met. */
const lookUntil = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let times = 0; times < 40; times += 1) {
    jest.advanceTimersByTime(LOOKED_AT_MS);
    await sleep(50);
    if (await isSo()) return;
  }
  throw new Error(JSON.stringify((await registry.readComposition()).history, null, 1));
};
const live = async (): Promise<string | undefined> => (await registry.readComposition()).live['mfe-home'];
const counted = async (version: string) =>
  sumByRelease(await new HealthCounts(registry.storage, 'test').read(new Date(0)), 'mfe-home', version);

test('rolls back a release whose pages the server cannot render, even if browsers report no failure', async () => {
  await visits(30, 0);
  pass(60_000);
  await promote(registry, { 'mfe-home': '2.0.0' }, { by: 'home team', now: new Date() });
  pass(1_000);
  await visits(20, 100);
  await lookUntil(async () => (await live()) === '1.0.0');
  const { history } = await registry.readComposition();
  expect(history.at(-1)).toMatchObject({
    by: 'health',
    action: 'rollback',
    reason: '100.0 % of 20 visits failed, 0.0 % of 30 with the release before (1.0.0); 2 points more are allowed',
  });
  expect(await visit(200)).toBe('1.0.0');
  // A host judges before it has written its own counts.
  await lookUntil(async () => (await counted('2.0.0')).visits === 20);
  expect(await counted('2.0.0')).toMatchObject({ failures: 20 });
}, 60_000);

test('until then server and browser use the previous release for its pages', async () => {
  await promote(registry, { 'mfe-home': '2.0.0' }, { by: 'home team', now: new Date() });
  const html = await (await fetch(`${addresses[0]}/`)).text();
  expect(html).toContain('<p>1.0.0</p>');
  expect(await visit(1)).toBe('1.0.0');
  await promote(registry, { 'mfe-home': '3.0.0' }, { by: 'home team', now: new Date() });
  expect(await (await fetch(`${addresses[0]}/`)).text()).toContain('<p>3.0.0</p>');
});

test('rolls back a release that fails only in browsers, but ignores timeouts on the server', async () => {
  await visits(30, 0);
  pass(60_000);
  await promote(registry, { 'mfe-home': '3.0.0' }, { by: 'home team', now: new Date() });
  pass(1_000);
  await visits(1, 100, { url: '/?late' });
  expect(await visit(101)).toBe('3.0.0');
  await lookUntil(async () => (await counted('3.0.0')).visits === 2);
  expect(await counted('3.0.0')).toMatchObject({ visits: 2, failures: 0 });
  await visits(30, 102, { failed: true });
  await lookUntil(async () => (await live()) === '1.0.0');
}, 60_000);

test('requests alone cannot fail a release: failed pages count only with their visits, twice an hour per network', async () => {
  await promote(registry, { 'mfe-home': '2.0.0' }, { by: 'home team', now: new Date() });
  for (let n = 0; n < 50; n += 1)
    await (await fetch(`${addresses[0]}/?n=${n}`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).text();
  for (let n = 0; n < 10; n += 1) await visit(7);
  await lookUntil(async () => (await counted('2.0.0')).visits > 0);
  expect(await counted('2.0.0')).toMatchObject({ visits: 2, failures: 2 });
  expect(await live()).toBe('2.0.0');
}, 60_000);

describe('published in production over HTTP', () => {
  let access: RegistryAccess;
  beforeEach(async () => {
    const token = await createToken(registry, 'home-team', ['mfe-home'], new Date());
    access = createHttpAccess(`${addresses[0]}/federation/api`, token);
  });

  test('a release is promoted in steps, and its publisher is informed', async () => {
    expect(await access.promote({ set: { 'mfe-home': '3.0.0' }, reason: 'gift wrapping', inSteps: true })).toEqual({
      changed: true,
      ramp: { remote: 'mfe-home', version: '3.0.0', weight: 1, visits: 20, stepMs: 600_000 },
    });
    await visits(5, 0);
    const weight = async () => (await registry.readComposition()).canary['mfe-home']?.weight;
    pass(600_000);
    await lookUntil(async () => (await weight()) === 10);
    pass(600_000);
    await lookUntil(async () => (await live()) === '3.0.0');
    const { history } = await registry.readComposition();
    expect(history.map(({ by, action }) => `${by} ${action}`)).toEqual([
      'home team promote',
      'home-team canary',
      'ramp canary',
      'ramp promote',
    ]);
    expect(await visit(900)).toBe('3.0.0');
  }, 60_000);

  test('a release is promoted at once if nobody asks for steps', async () => {
    expect(await access.promote({ set: { 'mfe-home': '3.0.0' } })).toEqual({ changed: true });
    expect(await live()).toBe('3.0.0');
  });
});
