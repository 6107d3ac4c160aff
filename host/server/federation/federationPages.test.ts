import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createToken,
  DEFAULT_LIMITS,
  grantAudience,
  HealthCounts,
  promote,
  publishRelease,
  readSigningKey,
  type Registry,
  retire,
  verifyOverride,
  type ReleaseSource,
} from '@shop/registry';
import { aHost, builtRemote } from '@shop/registry/testing/builtRemote';
import fastify, { type FastifyInstance } from 'fastify';
import { LiveComposition } from '../releases/LiveComposition';
import { LocalReleases } from '../releases/LocalReleases';
import { federationRoutes } from './federationRoutes';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

/** Content of the pages at /federation. Permissions are tested in federationRoutes.test.ts. */
let workspace: string;
let registry: Registry;
let health: HealthCounts;
let app: FastifyInstance;
/** Session cookies. */
let operator: string;
let team: string;
const noon = new Date('2026-01-01T12:00:00Z');
const context = { by: 'home-team', now: noon };
const assets = {
  scripts: [],
  styles: ['/assets/client.css'],
  offline: { scripts: [], styles: [] },
  pageStyles: [],
  earlyInput: { script: '', hash: '' },
};
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const SOURCES: Readonly<Record<string, ReleaseSource>> = {
  '1.1.0': {
    commit: COMMIT,
    author: 'Ada',
    url: 'https://github.com/shop/shop/actions/runs/17',
    reason: 'kinder <b>words</b>',
  },
  '1.2.0': { commit: COMMIT, url: 'javascript:alert(1)', reason: '<script>alert(2)</script>' },
};

const start = async (shown: Registry, counted: HealthCounts, production: boolean): Promise<FastifyInstance> => {
  const server = fastify();
  const local = new LocalReleases(shown, path.join(workspace, 'cache'));
  const live = new LiveComposition(shown, local, aHost(), () => undefined);
  await federationRoutes(
    server,
    {
      registry: shown,
      local,
      live,
      health: counted,
      limits: DEFAULT_LIMITS,
      adminUrl: 'https://admin.shop.example',
      signingKey: () => readSigningKey(shown),
    },
    { assets, production, publicUrl: 'https://shop.example' },
  );
  return server;
};

const form = (
  fields: Readonly<Record<string, string>>,
  cookie = '',
  headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
  payload: new URLSearchParams(fields).toString(),
});
const signIn = async (token: string): Promise<string> =>
  String((await app.inject({ url: '/federation/sign-in', ...form({ token }) })).headers['set-cookie']).split(';')[0] ??
  '';
const see = (url: string, cookie = operator) => app.inject({ url, headers: { cookie } });
const read = async (url: string, cookie = operator): Promise<string> => (await see(url, cookie)).body;

beforeAll(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'federation-pages-'));
  registry = openTestRegistry(path.join(workspace, 'registry'));
  health = new HealthCounts(registry.storage, 'one');
  await registry.announceHost('one', aHost(), new Date());
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    const upload = {
      ...builtRemote({ version, text: version, owner: 'home team', openedIn: 'Chromium 156' }),
      source: SOURCES[version] ?? {},
      checks: version === '1.2.0' ? ('skipped' as const) : ('passed' as const),
    };
    await publishRelease(registry, upload, 'home-team', noon);
  }
  await promote(registry, { 'mfe-home': '1.0.0' }, context);
  await promote(registry, { 'mfe-home': '1.1.0' }, { ...context, now: new Date('2026-01-02T12:00:00Z') });
  app = await start(registry, health, true);
  operator = await signIn(await createToken(registry, 'operator', '*', noon));
  team = await signIn(await createToken(registry, 'auth-team', ['mfe-auth'], noon));
});
afterAll(async () => {
  await app.close();
  await fs.rm(workspace, { recursive: true, force: true });
});

test.each(['/federation/mfe-home', '/federation/diff?remote=mfe-home&from=1.0.0&to=1.1.0', '/federation/mfe-nobody'])(
  'in production %s requires a session',
  async (url) => {
    const closed = await app.inject(url);
    expect(closed.statusCode).toBe(401);
    expect(closed.body).not.toMatch(/1\.[01]\.0|mfe-/);
  },
);

describe('the page of a remote', () => {
  test("shows each release's owner, commit, author, CI run, reason, checks, tested pages and sizes", async () => {
    const body = await read('/federation/mfe-home');
    for (const text of [
      'home team',
      '2026-01-01 12:00</time> by home-team',
      `href="https://github.com/shop/shop/commit/${COMMIT}"><code>012345678</code></a> by Ada`,
      'href="https://github.com/shop/shop/actions/runs/17">CI run',
      'kinder &lt;b&gt;words',
      'passed',
      'skipped',
      '0 pages, in Chromium 156',
      'of 8.5 KB',
      'of 40 KB',
    ])
      expect(body).toContain(text);
  });

  test("escapes a publisher's texts, and links only https URLs", async () => {
    const body = (
      await Promise.all(
        ['/federation/mfe-home', '/federation', '/federation/diff?remote=mfe-home&from=1.0.0&to=1.2.0'].map((url) =>
          read(url),
        ),
      )
    ).join('');
    expect(body).toContain('javascript:alert(1)');
    expect(body).not.toMatch(/href="javascript|<script|<b>words/);
  });

  test('links to a comparison with the live release, and shows no buttons to other teams', async () => {
    expect(await read('/federation/mfe-home')).toContain(
      '/federation/diff?remote=mfe-home&amp;from=1.1.0&amp;to=1.2.0',
    );
    const others = await read('/federation/mfe-home', team);
    for (const label of ['Preview link', 'Promote', 'Roll back to']) expect(others).not.toContain(label);
  });

  test('returns 404 for an unknown remote', async () => {
    const answer = await see('/federation/mfe-nobody');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('There is no remote mfe-nobody');
    expect((await see('/federation/anything')).statusCode).toBe(404);
  });

  test('shows twenty releases per page', async () => {
    const many = openTestRegistry(path.join(workspace, 'many'));
    await many.announceHost('one', aHost(), new Date());
    for (let n = 1; n <= 21; n += 1)
      await publishRelease(
        many,
        builtRemote({ version: `1.0.${n}`, text: String(n) }),
        'home-team',
        new Date(noon.getTime() + n),
      );
    const server = await start(many, new HealthCounts(many.storage, 'one'), false);
    const shown = async (query: string): Promise<string[]> =>
      [
        ...(await server.inject(`/federation/mfe-home${query}`)).body.matchAll(/<h3><span class="version">([^<]+)/g),
      ].map(([, version]) => version ?? '');
    expect(await shown('')).toEqual(Array.from({ length: 20 }, (_, n) => `1.0.${21 - n}`));
    expect(await shown('?page=2')).toEqual(['1.0.1']);
    expect(await shown('?page=99')).toEqual(['1.0.1']);
    await server.close();
  }, 60_000);
});

test('a remote for staff is among the others, with its audience and links to the back office', async () => {
  await grantAudience(registry, 'mfe-desk', 'staff');
  const desk = builtRemote({ remote: 'mfe-desk', audience: 'staff', version: '1.0.0', mounts: ['/admin'] });
  await publishRelease(registry, desk, 'a team', noon);
  await promote(registry, { 'mfe-desk': '1.0.0' }, context);
  const overview = await read('/federation');
  for (const text of ['/admin</span><span class="quiet line-of-text">for staff', 'for shoppers'])
    expect(overview).toContain(text);
  expect(await read('/federation/mfe-desk')).toContain('<dt>Audience</dt><dd>staff</dd>');
  const { body } = await app.inject({
    url: '/federation/link',
    ...form({ remote: 'mfe-desk', version: '1.0.0' }, operator),
  });
  expect(body).toContain('https://admin.shop.example/admin?remote.mfe-desk=1.0.0');
  expect((await app.inject('/.well-known/frontend-discovery.json')).body).not.toContain('mfe-desk');
  await retire(registry, 'mfe-desk', context);
  await registry.change((file) => ({ ...file, links: [] }));
});

describe('a preview link', () => {
  const press = async (
    cookie: string,
    fields: Readonly<Record<string, string>> = { remote: 'mfe-home', version: '1.2.0', view: 'mfe-home' },
    headers?: Readonly<Record<string, string>>,
  ) => app.inject({ url: '/federation/link', ...form(fields, cookie, headers) });

  test('is created with one click, and shows that release to anyone who opens it', async () => {
    const answer = await press(operator);
    expect(answer.statusCode).toBe(200);
    const [, address = ''] = /<textarea[^>]*>([^<]+)/.exec(answer.body) ?? [];
    const url = new URL(address);
    expect(url.origin + url.pathname).toBe('https://shop.example/');
    const value = url.searchParams.get('remote.mfe-home') ?? '';
    const key = await readSigningKey(registry);
    expect(verifyOverride(key, 'mfe-home', value, new Date(Date.now() + 23 * 3_600_000))).toMatchObject({
      version: '1.2.0',
    });
    expect(verifyOverride(key, 'mfe-home', value, new Date(Date.now() + 25 * 3_600_000))).toBeUndefined();
  });

  test.each<[string, () => Promise<Awaited<ReturnType<typeof press>>>]>([
    ['a visitor without a session', () => press('')],
    ["another team's token", async () => press(team)],
    ['another site', async () => press(operator, undefined, { 'sec-fetch-site': 'cross-site' })],
  ])('is not created for %s', async (_who, ask) => {
    const answer = await ask();
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('remote.mfe-home=');
  });

  test('is listed with its author and the time it ends, until its team revokes it', async () => {
    await press(operator);
    for (const url of ['/federation', '/federation/mfe-home']) {
      const body = await read(url);
      expect(body).toContain('Preview links');
      expect(body).toMatch(/mfe-home 1\.2\.0<\/th><td>operator<\/td><td><time dateTime="[^"]+">[^<]+<\/time>/);
    }
    const [, id = ''] = /name="id" value="([0-9a-f]{12})"/.exec(await read('/federation')) ?? [];
    const revoke = (cookie: string) =>
      app.inject({ url: '/federation/revoke-link', ...form({ id, view: 'mfe-home' }, cookie) });
    expect(await read('/federation', team)).not.toContain(id);
    expect((await revoke(team)).body).toContain('is not for mfe-home');
    const revoked = await revoke(operator);
    expect(revoked.body).toContain('The preview link was revoked.');
    expect(revoked.body).not.toContain(id);
  });

  test('requires an existing release and a POST request', async () => {
    expect((await press(operator, { remote: 'mfe-home', version: '7.7.7' })).body).toContain(
      'There is no release mfe-home@7.7.7',
    );
    expect((await see('/federation/link?remote=mfe-home&version=1.2.0')).statusCode).toBe(404);
  });
});

describe('a comparison of two releases', () => {
  test('shows files, sizes and declarations', async () => {
    const { body, statusCode } = await see('/federation/diff?remote=mfe-home&from=1.0.0&to=1.1.0');
    expect(statusCode).toBe(200);
    for (const text of [
      'Changes in mfe-home',
      'remote.js',
      '0.0 KB → 0.0 KB',
      'Mounts, Routes, Widgets',
      'kinder &lt;b&gt;words',
    ])
      expect(body).toContain(text);
  });

  test.each([
    'remote=mfe-home&from=1.0.0&to=7.7.7',
    'remote=mfe-home',
    'remote=../hosts&from=a&to=b',
    'from=1.0.0&to=1.1.0',
    'remote=mfe-home&from=..&to=1.0.0',
  ])('reports %s as not found', async (query) => {
    const { statusCode, body } = await see(`/federation/diff?${query}`);
    expect(statusCode).toBe(404);
    expect(body).toContain('role="alert"');
  });
});

test('a retired remote has no live release, and one click brings it back', async () => {
  await publishRelease(
    registry,
    builtRemote({ remote: 'mfe-gifts', mounts: ['/gifts'], version: '1.0.0' }),
    'gifts team',
    noon,
  );
  await promote(registry, { 'mfe-gifts': '1.0.0' }, context);
  await retire(registry, 'mfe-gifts', { ...context, reason: 'Christmas is over' });
  const body = await read('/federation/mfe-gifts');
  expect(body).toContain('nothing is live');
  expect(body).toMatch(/<span class="badge retire">retired<\/span>.*1\.0\.0.*nothing.*Christmas is over/s);
  const [, id = ''] = /action="\/federation\/revert"[^]*?name="id" value="([\w-]+)"/.exec(body) ?? [];
  await app.inject({
    url: '/federation/revert',
    ...form({ id }, operator),
  });
  expect((await registry.readComposition()).live).toHaveProperty('mfe-gifts', '1.0.0');
});

test('no page has inline styles or scripts, which the content security policy forbids', async () => {
  for (const url of ['/federation', '/federation/mfe-home', '/federation/diff?remote=mfe-home&from=1.0.0&to=1.1.0']) {
    const body = await read(url);
    expect(body).toContain('<h1>');
    expect(body).not.toMatch(/ style=|<style|<script| on\w+=/);
  }
});

test('shows in how many networks visits failed', async () => {
  const { live } = await registry.readComposition();
  const failIn = (networks: number): void => {
    for (let n = 0; n < networks; n += 1) {
      const visit = { first: true, failed: true, lcp: null, inp: null, network: `10.0.${n}.0/24` };
      health.record('mfe-home', live['mfe-home'] ?? '', visit, new Date());
    }
  };
  failIn(1);
  expect(await read('/federation/mfe-home')).toContain('failed in 1 network');
  failIn(11);
  expect(await read('/federation')).toContain('failed in 11 networks');
});
