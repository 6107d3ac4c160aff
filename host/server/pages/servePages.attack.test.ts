import crypto from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import fastify, { type FastifyInstance } from 'fastify';
import type { RenderRequest } from '../../src/entry.server';
import type { Rendering } from './RenderPool';
import { createHostMetrics } from '../observability/hostMetrics';
import type { RemoteId } from '@shop/runtime/remotes';
import type { LocalRelease, RemoteReleases } from '../releases/LiveComposition';
import type { ReleaseServices } from '../releases/releaseServices';
import { aRelease } from '../testing/aRelease';
import { createVisitTokens } from '../rum/visitTokens';
import { servePages } from './servePages';

const aRemote = (version: string): LocalRelease => ({
  release: aRelease({ version, mounts: ['/', '/orders'], privateMounts: ['/orders'] }),
  urlBase: `/remotes/mfe-home/${version}/`,
  nodeEntry: '',
  styles: new Map(),
});

const createReleases = (version: string): ReadonlyMap<RemoteId, RemoteReleases> =>
  new Map([
    [
      'mfe-home',
      { audience: 'shoppers', live: aRemote(version), canary: undefined, previous: undefined, place: undefined },
    ],
  ]);

/** An API that answers with the cookies it gets. */
beforeEach(() => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (_address, init) => new Response(new Headers(init?.headers).get('cookie') ?? ''));
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A host whose stub renderer records its requests, and prints on the page what the API answered. */
const aHost = async (
  freshMs = 60_000,
  visitTokens = createVisitTokens(async () => 'a key'),
  mapUrl: string | undefined = undefined,
) => {
  const rendered: RenderRequest[] = [];
  const state = { live: createReleases('1.0.0'), isDead: false, isSlow: false };
  const app = fastify();
  servePages(app, {
    assets: {
      scripts: [],
      styles: [],
      offline: { scripts: [], styles: [] },
      pageStyles: [],
      earlyInput: { script: '', hash: '' },
    },
    renderer: {
      async render({ request, callApi }): Promise<Rendering> {
        rendered.push(request);
        if (state.isDead) throw new Error('The renderer ended');
        const { body } = await callApi('/api/categories');
        if (request.url === '/unknown') return { kind: 'redirect', location: '/', status: 302 };
        const html = `<main>for ${body} in ${request.currency} and ${request.storefront}, number ${rendered.length}</main>`;
        return {
          kind: 'page',
          status: 200,
          html,
          storefront: request.storefront,
          chunks: [],
          state: {},
          router: null,
          ...(state.isSlow ? { slowMs: 1_600 } : {}),
        };
      },
    },
    devServers: { read: () => Promise.reject(new Error('There are no dev servers')) },
    metrics: createHostMetrics(),
    apiOrigin: 'http://api.invalid',
    source: 'api',
    mapUrl,
    serviceWorker: false,
    visitTokens,
    publicUrl: undefined,
    adminUrl: 'https://admin.shop.example',
    findAudience: ({ host }) => (host === 'admin.shop.example' ? 'staff' : 'shoppers'),
    overrides: { open: false, allowed: [] },
    rendersPerSecond: 0.25,
    content: { current: '', site: {} },
    cacheLimits: { freshMs, staleMs: 60_000, staleIfErrorMs: 600_000, maxBytes: 1_000_000 },
    // servePages uses nothing else of it
    releases: { live: { getReleasesFor: async () => state.live } } as unknown as ReleaseServices,
  });
  await app.ready();
  return { app, rendered, state };
};

const read = async (app: FastifyInstance, url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url, headers: { 'accept-encoding': 'br', ...headers } });
  const html = answer.rawPayload.length > 0 ? brotliDecompressSync(answer.rawPayload).toString() : '';
  return { status: answer.statusCode, headers: answer.headers, shown: /<main>(.*)<\/main>/.exec(html)?.[1], html };
};

const parseToken = (html: string): string => /"visitToken":"([^"]*)"/.exec(html)?.[1] ?? 'no token';

test('a visit of an unknown path leads home with a cookie that says so; other requests get none (product 2.5, 2.12)', async () => {
  const { app } = await aHost();
  for (const [dest, cookie] of [
    ['document', 'lost=1; Max-Age=10; Path=/; SameSite=Lax'],
    ['image', undefined],
  ] as const) {
    // The second time it comes from the cache.
    for (let n = 0; n < 2; n += 1) {
      const { statusCode, headers } = await app.inject({ url: '/unknown', headers: { 'sec-fetch-dest': dest } });
      expect([statusCode, headers.location, headers['set-cookie']]).toEqual([302, '/', cookie]);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-accel-expires']).toBeUndefined();
    }
  }
  // The cookie changes nothing of the page, which everybody gets.
  const first = await read(app, '/');
  expect((await read(app, '/', { cookie: 'lost=1' })).shown).toBe(first.shown);
});

test('a page of a draft is rendered for whoever asks, stored by nobody and not indexed (product 16.72)', async () => {
  const { app, rendered } = await aHost();
  for (let n = 0; n < 2; n += 1) {
    const { headers } = await read(app, '/products/ring?draft=key');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cache-status': 'shop-host; fwd=bypass',
      'x-robots-tag': 'noindex',
    });
    expect(headers).not.toHaveProperty('x-accel-expires');
    expect(headers).not.toHaveProperty('etag');
  }
  expect(rendered).toHaveLength(2);
});

test('every visitor gets the same page, signed in or not, and it is rendered once', async () => {
  const { app, rendered } = await aHost();
  const cookie = 'storefront=organic; currency=EUR';
  const first = await read(app, '/', { cookie });
  expect(first.shown).toBe('for  in EUR and organic, number 1');
  for (const own of ['sid=of-alice', '__Host-sid=of-alice; known_device=of-alice', 'guest_orders=of-alice']) {
    const { shown, headers, html } = await read(app, '/', { cookie: `${cookie}; ${own}` });
    expect(shown).toBe(first.shown);
    expect(html).not.toContain('alice');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'cache-status': 'shop-host; hit' });
  }
  expect(rendered).toHaveLength(1);
  expect(rendered[0]).toMatchObject({ hasSession: false });
});

test('a page may embed the map of exactly the configured origin, and else no frame of another site', async () => {
  const { app, rendered } = await aHost(undefined, undefined, 'https://maps.example/embed?place=1;script-src');
  const { headers } = await read(app, '/contact');
  expect(String(headers['content-security-policy']).split('; ')).toContain('frame-src https://maps.example');
  expect(rendered[0]).toMatchObject({ site: { mapUrl: 'https://maps.example/embed?place=1;script-src' } });
  const withoutMap = await read((await aHost()).app, '/contact');
  expect(withoutMap.headers['content-security-policy']).not.toContain('frame-src');
});

test("a visitor's own page is rendered without the visitor, once for all customers and once for guests, and stored nowhere", async () => {
  const { app, rendered } = await aHost();
  const visits = ['', 'sid=of-alice', '__Host-sid=of-bob', 'guest_orders=of-carol'];
  const pages = [];
  for (const cookie of visits) pages.push(await read(app, '/orders', { cookie }));
  for (const { headers, html } of pages) {
    expect(html).not.toMatch(/alice|bob|carol/);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cache-status': 'shop-host; fwd=bypass' });
    expect(headers['x-accel-expires']).toBeUndefined();
    expect(headers['etag']).toBeUndefined();
  }
  expect(rendered.map(({ hasSession }) => hasSession)).toEqual([false, true]);
});

test('a release that does not say which pages are private is asked for customers apart from guests', async () => {
  const { app, rendered, state } = await aHost();
  const live = { ...aRemote('0.9.0'), release: aRelease({ version: '0.9.0' }) };
  state.live = new Map([
    ['mfe-home', { audience: 'shoppers', live, canary: undefined, previous: undefined, place: undefined }],
  ]);
  for (const cookie of ['', 'sid=of-alice']) await read(app, '/', { cookie });
  expect(rendered.map(({ hasSession }) => hasSession)).toEqual([false, true]);
});

test('a renderer gets no cookie and nothing of the visitor', async () => {
  const { app, rendered } = await aHost();
  for (const cookie of ['sid=of-alice', 'guest_orders=of-alice', '__Host-sid=of-alice; known_device=of-alice'])
    await read(app, '/orders', { cookie });
  expect(rendered.length).toBeGreaterThan(0);
  expect(JSON.stringify(rendered)).not.toContain('alice');
});

test('caches pages by storefront, currency, URL and origin', async () => {
  const { app } = await aHost();
  const visits: [string, Record<string, string>][] = [
    ['/', {}],
    ['/?q=1', {}],
    ['/', { cookie: 'currency=EUR' }],
    ['/', { cookie: 'storefront=organic' }],
    ['/?store=organic', {}],
    ['/', { host: 'evil.example' }],
  ];
  const pages = [];
  for (const [url, headers] of visits) pages.push((await read(app, url, headers)).shown);
  expect(new Set(pages).size).toBe(visits.length);
  for (const [index, [url, headers]] of visits.entries())
    expect((await read(app, url, headers)).shown).toBe(pages[index]);
});

test('the next page shows a new live release, and the previous one after a rollback', async () => {
  const { app, state } = await aHost();
  const before = await read(app, '/');
  state.live = createReleases('2.0.0');
  const after = await read(app, '/');
  expect(after.html).toContain('/remotes/mfe-home/2.0.0/');
  state.live = createReleases('1.0.0');
  expect((await read(app, '/')).html).toBe(before.html);
});

test('pages of the back office are rendered in the theme of the cookie, also as a shell, and pages of the shop in none (product 16.16)', async () => {
  const { app, rendered, state } = await aHost(1);
  const readTheme = async (url: string, cookie: string, host: string): Promise<string | undefined> =>
    / data-theme="([^"]*)"/.exec((await read(app, url, { cookie, host })).html)?.[1];
  const cookies = ['', 'admin-theme=light', 'admin-theme=dark', 'admin-theme=system', 'admin-theme="><script>'];
  const shown = [undefined, 'light', 'dark', undefined, undefined];
  for (const isDead of [false, true]) {
    state.isDead = isDead;
    for (const [index, cookie] of cookies.entries()) {
      const url = isDead ? `/never-seen?${index}` : '/';
      expect([cookie, await readTheme(url, cookie, 'admin.shop.example')]).toEqual([cookie, shown[index]]);
      expect([cookie, await readTheme(url, cookie, 'shop.example')]).toEqual([cookie, undefined]);
    }
  }
  expect(JSON.stringify(rendered)).not.toContain('theme');
});

test('while rendering fails, serves the last complete page, or the shell for a new URL', async () => {
  const { app, state } = await aHost(1);
  const before = await read(app, '/');
  state.isDead = true;
  const cached = performance.now();
  await waitUntil('the cached page has expired', () => performance.now() - cached > 1);
  expect((await read(app, '/')).html).toBe(before.html);
  const shell = await read(app, '/never-seen');
  expect(shell).toMatchObject({ status: 200, shown: undefined });
  expect(shell.headers['x-accel-expires']).toBeUndefined();
});

test('returns 304 if the browser has the page, with the same cookies and headers', async () => {
  const { app } = await aHost();
  const { headers } = await read(app, '/?store=organic');
  const again = await read(app, '/?store=organic', { 'if-none-match': String(headers['etag']) });
  expect(again).toMatchObject({ status: 304, html: '' });
  expect(String(again.headers['set-cookie'])).toContain('storefront=organic');
  expect((await read(app, '/?store=jewellery', { 'if-none-match': String(headers['etag']) })).status).toBe(200);
});

test('every page, including the shell, carries a signed visit token with its releases', async () => {
  const visitTokens = createVisitTokens(async () => 'a key');
  const { app, state } = await aHost(1, visitTokens);
  const rendered = await read(app, '/');
  state.isDead = true;
  const shell = await read(app, '/never-seen');
  for (const { html } of [rendered, shell])
    expect([...((await visitTokens.read(parseToken(html)))?.releases ?? [])]).toEqual(['mfe-home@1.0.0']);
});

test('a visit to a page that was rendered slowly counts as failed', async () => {
  const visitTokens = createVisitTokens(async () => 'a key');
  const { app, state } = await aHost(1, visitTokens);
  state.isSlow = true;
  const { html, status } = await read(app, '/');
  expect(status).toBe(200);
  expect((await visitTokens.read(parseToken(html)))?.failed).toBe('mfe-home@1.0.0');
});

test('the ETag does not depend on the visit token', async () => {
  const [one, other] = await Promise.all([aHost(), aHost()]);
  const [page, again] = [await read(one.app, '/?store=organic'), await read(other.app, '/?store=organic')];
  expect(parseToken(page.html)).not.toBe(parseToken(again.html));
  expect((await read(other.app, '/?store=organic', { 'if-none-match': String(page.headers['etag']) })).status).toBe(
    304,
  );
});

test('serves pages without a visit token if the signing key cannot be read', async () => {
  const { app } = await aHost(
    60_000,
    createVisitTokens(() => Promise.reject(new Error('The registry is away'))),
  );
  const page = await read(app, '/');
  expect(page).toMatchObject({ status: 200, shown: expect.stringContaining('number 1') });
  expect(parseToken(page.html)).toBe('');
});

test('a proxy may only share cached pages without Set-Cookie', async () => {
  const { app } = await aHost();
  await read(app, '/');
  expect((await read(app, '/')).headers).toMatchObject({
    'x-accel-expires': expect.stringMatching(/^\d+$/),
    'cache-control': 'no-cache',
    vary: 'accept-encoding, cookie',
  });
  await read(app, '/?store=organic');
  const named = await read(app, '/?store=organic');
  expect(named.headers['set-cookie']).toBeDefined();
  expect(named.headers['x-accel-expires']).toBeUndefined();
});

test('X-Accel-Expires comes before Cache-Control, as nginx before 1.23 requires', async () => {
  const { app } = await aHost();
  await read(app, '/');
  const names = Object.keys((await read(app, '/')).headers);
  expect(names.indexOf('x-accel-expires')).toBeGreaterThanOrEqual(0);
  expect(names.indexOf('x-accel-expires')).toBeLessThan(names.indexOf('cache-control'));
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['identity', undefined],
  ['', undefined],
])('a browser that accepts "%s" gets %s', async (accepted, encoding) => {
  const { app } = await aHost();
  const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
  expect(headers['content-encoding']).toBe(encoding);
});

describe('of one network', () => {
  beforeEach(() => {
    // However long the requests of a test take, its networks make up for none of them.
    jest.spyOn(performance, 'now').mockReturnValue(0);
    // Refusals are not delayed.
    jest.spyOn(crypto, 'randomInt').mockImplementation(() => 0);
  });

  /** Opens new pages, each from another address. Returns how they were answered. */
  const open = async (
    { app }: Awaited<ReturnType<typeof aHost>>,
    count: number,
    toAddress: (n: number) => string,
  ): Promise<Record<'rendered' | 'shells' | 'refused', number>> => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        app.inject({ url: `/products?q=${toAddress(n)}-${n}`, remoteAddress: toAddress(n) }),
      ),
    );
    const shown = answers.filter(({ statusCode, body }) => statusCode === 200 && body.includes('<main>')).length;
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    for (const { headers, body } of refused) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'retry-after': expect.stringMatching(/^[1-9]\d*$/),
      });
      expect(body).toContain('Please wait a moment, then reload this page.');
    }
    return { rendered: shown, shells: count - shown - refused.length, refused: refused.length };
  };

  test.each<[string, (n: number) => string]>([
    ['one IPv4 address', () => '192.0.2.1'],
    ['an IPv4 /24', (n) => `192.0.2.${n}`],
    ['one /64', (n) => `2001:db8::${n.toString(16)}`],
    ['one /56', (n) => `2001:db8:0:${n.toString(16)}::1`],
    ['one /48', (n) => `2001:db8:0:${(n * 600).toString(16)}::1`],
  ])('%s gets some pages at once, then shells, then 429, and others are rendered', async (_network, toAddress) => {
    const host = await aHost();
    expect(await open(host, 100, toAddress)).toEqual({ rendered: 5, shells: 60, refused: 35 });
    // Nothing is asked of the API for the others.
    expect(host.rendered).toHaveLength(5);
    expect(globalThis.fetch).toHaveBeenCalledTimes(5);
    expect(await open(host, 5, (n) => `198.51.${n}.1`)).toEqual({ rendered: 5, shells: 0, refused: 0 });
  });

  test("an office has a share of its own, eight times a shopper's, and no page of the shop's cache", async () => {
    const host = await aHost();
    await open(host, 100, () => '192.0.2.1');
    const headers = { host: 'admin.shop.example' };
    const ask = (url: string) => host.app.inject({ url, headers, remoteAddress: '192.0.2.1' });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`/admin?page=${n}`)));
    expect(answers.filter(({ body }) => body.includes('<main>'))).toHaveLength(40);
    expect(answers.map(({ statusCode }) => statusCode)).not.toContain(429);
    for (let n = 0; n < 2; n += 1) {
      const { headers: answered } = await ask('/admin?page=0');
      expect(answered).toMatchObject({ 'cache-control': 'no-store', 'cache-status': 'shop-host; fwd=bypass' });
      expect(answered['etag']).toBeUndefined();
    }
    expect(host.rendered).toHaveLength(45);
    expect(host.rendered.at(-1)?.site).toMatchObject({ origin: 'https://admin.shop.example', audience: 'staff' });
  });

  test('pages in the cache have no limit and do not wait', async () => {
    const host = await aHost();
    await read(host.app, '/about');
    await open(host, 15, () => '192.0.2.1');
    for (let n = 0; n < 50; n += 1) {
      const { statusCode, headers } = await host.app.inject({ url: '/about', remoteAddress: '192.0.2.1' });
      expect([statusCode, headers['cache-status']]).toEqual([200, 'shop-host; hit']);
    }
  });

  test("visitors' own pages count, too", async () => {
    const { app, rendered } = await aHost();
    for (let n = 0; n < 10; n += 1)
      await app.inject({ url: `/orders/${n}`, headers: { cookie: 'sid=of-alice' }, remoteAddress: '192.0.2.1' });
    expect(rendered).toHaveLength(5);
  });

  test('requests of the machine itself have no limit', async () => {
    expect(await open(await aHost(), 100, () => '127.0.0.1')).toEqual({ rendered: 100, shells: 0, refused: 0 });
  });
});
