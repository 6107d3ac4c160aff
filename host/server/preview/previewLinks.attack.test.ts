import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createDirectAccess,
  createStorageCaller,
  promote,
  publishRelease,
  readSigningKey,
  signText,
  type Registry,
} from '@shop/registry';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';
import { aHost, builtRemote } from '@shop/registry/testing/builtRemote';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import fastify, { type FastifyInstance } from 'fastify';
import { createHostMetrics } from '../observability/hostMetrics';
import { servePages } from '../pages/servePages';
import { LiveComposition } from '../releases/LiveComposition';
import { LocalReleases } from '../releases/LocalReleases';
import type { ReleaseServices } from '../releases/releaseServices';
import { createVisitTokens } from '../rum/visitTokens';
import { previewRoutes } from './previewRoutes';

let folder: string;
let registry: Registry;
let app: FastifyInstance;
const signingKey = (): Promise<string> => readSigningKey(registry);

/** A host whose pages show the version of their release. */
const startHost = async ({ open = false, from = registry } = {}): Promise<FastifyInstance> => {
  const server = fastify();
  const local = new LocalReleases(from, path.join(folder, 'cache'));
  const live = new LiveComposition(from, local, { ...aHost(), reservedPaths: [] }, () => undefined);
  const policy = { open, allowed: [] };
  const findAudience = () => 'shoppers' as const;
  await previewRoutes(server, { releases: { live, signingKey }, policy, findAudience });
  servePages(server, {
    assets: {
      scripts: [],
      styles: [],
      offline: { scripts: [], styles: [] },
      pageStyles: [],
      earlyInput: { script: '', hash: '' },
    },
    renderer: {
      render: async ({ request: { release, storefront } }) => ({
        kind: 'page',
        status: 200,
        html: `<main>live ${release?.version}</main>`,
        storefront,
        chunks: [],
        state: {},
        router: null,
      }),
    },
    devServers: { read: () => Promise.reject(new Error('There are no dev servers')) },
    metrics: createHostMetrics(),
    apiOrigin: 'http://api.invalid',
    source: 'api',
    mapUrl: undefined,
    serviceWorker: false,
    visitTokens: createVisitTokens(signingKey),
    publicUrl: undefined,
    adminUrl: undefined,
    findAudience,
    overrides: policy,
    rendersPerSecond: 100,
    content: { current: '', site: {} },
    cacheLimits: { freshMs: 0, staleMs: 0, staleIfErrorMs: 0, maxBytes: 1_000_000 },
    // servePages uses nothing else of it
    releases: { live, signingKey } as unknown as ReleaseServices,
  });
  const stopFollowing = live.follow();
  server.addHook('onClose', async () => stopFollowing());
  await server.ready();
  return server;
};

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'previews-'));
  registry = openTestRegistry(path.join(folder, 'registry'));
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
    const upload = builtRemote({ version, mounts: ['/', '/about'], text: version, owner: 'home team' });
    await publishRelease(registry, upload, 'home-team', new Date());
  }
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home-team', now: new Date() });
  app = await startHost();
});
afterAll(async () => {
  await app.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const access = () => createDirectAccess(registry, createStorageCaller('ada'));
const createLink = async (version = '2.0.0'): Promise<string> =>
  (await access().createLink({ remote: 'mfe-home', version })).query;
const revokeAll = async (): Promise<void> => {
  for (const { id } of await access().listLinks()) await access().revokeLink({ id });
};

const SESSION = '__Host-sid=ada';
const open = (url: string, cookie = '', server = app, headers: Readonly<Record<string, string>> = {}) =>
  server.inject({ url, headers: { host: 'localhost:3000', cookie, ...headers } });
const readCookies = ({ headers }: Awaited<ReturnType<typeof open>>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((text) => text.split(';')[0])
    .join('; ');
const readShown = (body: string): string | undefined => /<main>live ([^<]*)<\/main>/.exec(body)?.[1];
/** Opens a link, confirms it, and returns its cookie. */
const take = async (query: string, cookie = ''): Promise<string> => {
  const answer = await answerQuestion((await open(`/?${query}`, cookie)).body, 'continue', cookie);
  expect(answer.statusCode).toBe(303);
  return readCookies(answer);
};
const readFields = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );
const answerQuestion = (
  body: string,
  choice: string,
  cookie: string,
  headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
) =>
  app.inject({
    method: 'POST',
    url: '/preview',
    headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
    payload: new URLSearchParams({ ...readFields(body), choice }).toString(),
  });

describe('a revoked link', () => {
  test('is refused, also in a browser that has taken its release, on every host at once', async () => {
    const other = await startHost();
    const query = await createLink();
    const cookie = await take(query);
    for (const server of [app, other]) expect(readShown((await open('/', cookie, server)).body)).toBe('2.0.0');
    await revokeAll();
    for (const server of [app, other]) {
      expect(readShown((await open('/', cookie, server)).body)).toBe('1.0.0');
      expect((await open(`/?${query}`, '', server)).statusCode).toBe(403);
    }
    await other.close();
  });

  test('ends within seconds on a host with the registry in a bucket, where a new link works at once', async () => {
    const { storage } = registry;
    const bucket: ObjectStorage = {
      name: 'a bucket',
      read: (key) => storage.read(key),
      readTag: (key) => storage.readTag(key),
      write: (key, body) => storage.write(key, body),
      create: (key, body) => storage.create(key, body),
      swap: (key, body, tag) => storage.swap(key, body, tag),
      list: (prefix) => storage.list(prefix),
      listNames: (prefix) => storage.listNames(prefix),
      removeAll: (prefix) => storage.removeAll(prefix),
    };
    const remote = await startHost({ from: openTestRegistry(bucket) });
    await open('/', '', remote);
    const { body } = await open(`/?${await createLink()}`, '', remote);
    const cookie = readCookies(await answerQuestion(body, 'continue', ''));
    const read = async (): Promise<string | undefined> => readShown((await open('/', cookie, remote)).body);
    expect(await read()).toBe('2.0.0');
    await revokeAll();
    await waitUntil('the link is revoked here', async () => (await read()) === '1.0.0');
    await remote.close();
  });

  test('does not end the override of another link', async () => {
    const cookie = await take(await createLink());
    const [{ id } = { id: '' }] = await access().listLinks();
    const both = await take(await createLink('3.0.0'), cookie);
    await access().revokeLink({ id });
    expect(readShown((await open('/', both)).body)).toBe('3.0.0');
  });

  test('in the cookie does not keep a valid link from working', async () => {
    const cookie = await take(await createLink());
    await revokeAll();
    expect(readShown((await open('/', await take(await createLink('3.0.0'), cookie))).body)).toBe('3.0.0');
  });
});

test('a signed link that is not in the list, as older hosts made them, is refused', async () => {
  const until = new Date(Date.now() + 60_000);
  for (const text of ['mfe-home=2.0.0', 'mfe-home=2.0.0~0123456789ab']) {
    const signed = signText(await readSigningKey(registry), 'remote override', text, until);
    expect((await open(`/?remote.${signed}`)).statusCode).toBe(403);
  }
});

test('a link shows only the release that it was made for', async () => {
  const query = await createLink();
  await createLink('3.0.0');
  const [, value = ''] = query.split('=');
  expect((await open(`/?remote.mfe-home=${value.replace('2.0.0', '3.0.0')}`)).statusCode).toBe(403);
});

test('the badge names the remote, the release and its team', async () => {
  const { body } = await open('/', await take(await createLink()));
  expect(body).toContain('mfe-home <b>2.0.0</b>, home team');
});

describe('before a release is shown', () => {
  test('a guest is asked, too, and told what its code can see', async () => {
    const { body, headers } = await open(`/about?${await createLink()}`);
    expect(headers['set-cookie']).toBeUndefined();
    expect(readShown(body)).toBeUndefined();
    expect(body).toContain('sees everything that you type');
    expect(body).not.toMatch(/<script|You are signed in/);
  });

  test('a link shows a question without scripts instead of the release, and sets no cookie', async () => {
    const { body, headers, statusCode } = await open(`/about?q=1&${await createLink()}`, SESSION);
    expect({ statusCode, cookie: headers['set-cookie'] }).toEqual({ statusCode: 200, cookie: undefined });
    expect(readShown(body)).toBeUndefined();
    for (const text of ['mfe-home 2.0.0', 'home team', 'You are signed in', 'Continue', 'Cancel'])
      expect(body).toContain(text);
    expect(body).not.toMatch(/<script| style=| on\w+=/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('Continue shows the release, and Cancel the live one', async () => {
    const { body } = await open(`/about?q=1&${await createLink()}`, SESSION);
    const shown = await answerQuestion(body, 'continue', SESSION);
    expect([shown.statusCode, shown.headers.location]).toEqual([303, '/about?q=1']);
    const cookie = `${SESSION}; ${readCookies(shown)}`;
    expect(readShown((await open('/about', cookie)).body)).toBe('2.0.0');
    const canceled = await answerQuestion(body, 'cancel', cookie);
    expect([canceled.statusCode, canceled.headers.location]).toEqual([303, '/about?q=1']);
    expect(String(canceled.headers['set-cookie'])).toContain('Max-Age=0');
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', { 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame of an old browser', { origin: 'null' }],
  ])('a form on %s cannot answer the question', async (_where, headers) => {
    const { body } = await open(`/?${await createLink()}`, SESSION);
    const answer = await answerQuestion(body, 'continue', SESSION, headers);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
  });

  test('code of a page can neither open a link, nor get the question, nor answer it', async () => {
    const query = await createLink();
    const byCode = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
    const inFrame = { ...byCode, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
    for (const [cookie, headers] of [
      ['', byCode],
      [SESSION, byCode],
      ['', inFrame],
      [SESSION, inFrame],
    ] as const) {
      const answer = await open(`/?${query}`, cookie, app, headers);
      expect([answer.statusCode, readShown(answer.body)]).toEqual([403, undefined]);
    }
    const guest = `${await take(query)}; ${SESSION}`;
    expect(readShown((await open('/', guest, app, byCode)).body)).toBe('1.0.0');
    const { body } = await open('/', guest);
    expect((await answerQuestion(body, 'continue', SESSION, byCode)).statusCode).toBe(403);
    expect(
      (await answerQuestion(body, 'continue', SESSION, { ...byCode, 'sec-fetch-mode': 'navigate' })).statusCode,
    ).toBe(303);
  });

  test('an answer counts only in the session that was asked, and not without a question', async () => {
    const { body } = await open(`/?${await createLink()}`, SESSION);
    for (const cookie of ['', '__Host-sid=grace'])
      expect((await answerQuestion(body, 'continue', cookie)).statusCode).toBe(403);
    const query = await createLink();
    const made = `<input type="hidden" name="asked" value="${query.replace('remote.', '')}"/>`;
    expect((await answerQuestion(made, 'continue', SESSION)).statusCode).toBe(403);
  });

  test('the answer cannot select a release without a valid link, or lead to another site', async () => {
    const { body } = await open(`/?${await createLink()}`, SESSION);
    const forged = body.replace('mfe-home=2.0.0', 'mfe-home=3.0.0');
    expect(forged).not.toBe(body);
    expect((await answerQuestion(forged, 'continue', SESSION)).statusCode).toBe(403);
    for (const to of ['//evil.example/x', 'https://evil.example/x', '/\\evil.example/x']) {
      const answer = await answerQuestion(body.replace('name="to" value="/"', `name="to" value="${to}"`), 'cancel', '');
      expect(answer.headers.location).toBe('/x');
    }
    await revokeAll();
    expect((await answerQuestion(body, 'continue', SESSION)).statusCode).toBe(403);
  });

  test('an override that was taken before signing in is paused until it is confirmed, for that session only', async () => {
    const guest = await take(await createLink());
    expect(readShown((await open('/', guest)).body)).toBe('2.0.0');
    const paused = await open('/about?q=1', `${guest}; ${SESSION}`);
    expect(paused.body).toContain('You are signed in');
    const confirmed = readCookies(await answerQuestion(paused.body, 'continue', `${guest}; ${SESSION}`));
    expect(readShown((await open('/', `${confirmed}; ${SESSION}`)).body)).toBe('2.0.0');
    expect((await open('/', `${confirmed}; __Host-sid=grace`)).body).toContain('You are signed in');
    expect((await open('/', confirmed)).body).toContain('sees everything that you type');
  });

  test('a second link asks again, and a link that ends the override does not', async () => {
    const { body } = await open(`/?${await createLink()}`, SESSION);
    const cookie = `${SESSION}; ${readCookies(await answerQuestion(body, 'continue', SESSION))}`;
    expect((await open(`/?${await createLink('3.0.0')}`, cookie)).body).toContain('mfe-home 3.0.0');
    const live = await open('/?remote.mfe-home=live', cookie);
    expect([live.statusCode, String(live.headers['set-cookie'])]).toEqual([302, expect.stringContaining('Max-Age=0')]);
  });
});

test('where every release can be selected without a signature, such a selection does not ask', async () => {
  const development = await startHost({ open: true });
  expect((await open('/?remote.mfe-home=2.0.0', SESSION, development)).statusCode).toBe(302);
  await development.close();
});
