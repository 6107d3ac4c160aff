import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEV_NODE_PATH, DEV_REMOTE_PATH } from '@shop/build/dev-server';
import { hashContent } from '@shop/registry';
import { aDevServer, buildSource, type DevServerOnThisMachine } from '../testing/aDevServer';
import { aHostWithOverrides, type HostWithOverrides } from '../testing/aHostWithOverrides';
import { readDevRemote } from './readDevRemote';

let host: HostWithOverrides;
let laptop: DevServerOnThisMachine;
let gifts: Readonly<Record<string, string>>;
beforeEach(async () => {
  laptop = await aDevServer();
  gifts = { 'mfe-gifts': laptop.origin };
});
afterEach(() => laptop.close());

/** Requests the override by URL, as a link would. `remoteAddress` is the client's address. */
const askByLink = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  host.app.inject({
    url: `/gifts?remote.mfe-gifts=${laptop.origin}`,
    remoteAddress,
    headers: { host: 'localhost:3000', ...headers },
  });

/** Neither the link nor the cookie shows anything but the live release. */
const expectLive = async (): Promise<void> => {
  expect(await askByLink({})).toMatchObject({
    statusCode: 403,
    headers: { 'set-cookie': expect.stringContaining('Max-Age=0') },
  });
  const page = await host.read('/', gifts);
  expect(page.shown).toBe('live 1.0.0');
  expect(page.html).not.toContain(laptop.origin);
  expect(page.headers['content-security-policy']).not.toContain('unsafe-eval');
  expect(laptop.asked).toEqual([]);
};

test.each([
  ['in production', { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' }],
  ['where overrides are off', { REMOTE_OVERRIDES: 'off' }],
  ['where only some releases may be shown', { REMOTE_OVERRIDES: 'off', REMOTE_OVERRIDES_ALLOWED: 'mfe-gifts@*' }],
])('%s no dev server is contacted, by link or by cookie', async (_where, environment) => {
  host = await aHostWithOverrides(environment);
  try {
    await expectLive();
  } finally {
    await host.close();
  }
});

describe('where overrides are open', () => {
  beforeAll(async () => {
    host = await aHostWithOverrides();
  });
  afterAll(() => host.close());

  test.each(['cross-site', 'same-site', 'unknown'])(
    'a page of another site (%s) cannot make a browser request a dev server',
    async (site) => {
      const answer = await askByLink({ 'sec-fetch-site': site });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['set-cookie']).toContain('Max-Age=0');
      expect(laptop.asked).toEqual([]);
    },
  );

  test('ignores a cookie set by a page on another port of this machine', async () => {
    const planted = `remote_overrides=${encodeURIComponent(new URLSearchParams(gifts).toString())}`;
    const answer = await host.app.inject({
      url: '/gifts',
      headers: { host: 'localhost:3000', 'sec-fetch-site': 'same-site', cookie: planted },
    });
    expect(answer.body).not.toContain(laptop.origin);
    expect(laptop.asked).toEqual([]);
  });

  test.each(['none', 'same-origin'])(
    'a typed address or a link of the shop itself can request a dev server (%s)',
    async (site) => {
      expect((await askByLink({ 'sec-fetch-site': site })).statusCode).toBe(302);
    },
  );

  test('does not contact a dev server under a foreign hostname (DNS rebinding) or for another machine', async () => {
    expect((await askByLink({ host: 'evil.example:3000' })).statusCode).toBe(403);
    expect((await askByLink({}, '10.0.0.5')).statusCode).toBe(403);
    expect((await host.read('/', gifts, { host: 'evil.example:3000' })).shown).toBe('live 1.0.0');
    expect(laptop.asked).toEqual([]);
  });

  test('does not follow redirects', async () => {
    const elsewhere = await aDevServer();
    try {
      laptop.served.answers.set(DEV_REMOTE_PATH, (response) =>
        response.writeHead(302, { location: `${elsewhere.origin}${DEV_REMOTE_PATH}` }).end(),
      );
      expect((await host.read('/gifts', gifts)).status).toBe(502);
      laptop.served.answers.clear();
      laptop.served.answers.set(`${DEV_NODE_PATH}remoteEntry.js`, (response) =>
        response.writeHead(302, { location: `${elsewhere.origin}${DEV_NODE_PATH}remoteEntry.js` }).end(),
      );
      expect((await host.read('/gifts', gifts)).status).toBe(502);
      expect(elsewhere.asked).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  test('reads an endless description only up to the limit', async () => {
    let sent = 0;
    let isCut = false;
    laptop.served.answers.set(DEV_REMOTE_PATH, (response) => {
      const part = Buffer.alloc(65_536, ' ');
      const write = (): void => {
        while (!isCut && sent < 50_000_000 && response.write(part)) sent += part.length;
      };
      response.on('drain', write).on('close', () => (isCut = true));
      write();
    });
    const problem = await host.read('/gifts', gifts);
    expect(problem.status).toBe(502);
    expect(problem.html).toContain('is larger than 262144 bytes');
    while (!isCut) await sleep(10);
    expect(sent).toBeLessThan(20_000_000);
  });

  test('times out on a description that never arrives or trickles in', async () => {
    laptop.served.answers.set(DEV_REMOTE_PATH, () => undefined);
    await expect(readDevRemote('mfe-gifts', laptop.origin, 200)).rejects.toMatchObject({ name: 'DevServerError' });
    laptop.served.answers.set(DEV_REMOTE_PATH, (response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    await expect(readDevRemote('mfe-gifts', laptop.origin, 200)).rejects.toMatchObject({ name: 'DevServerError' });
  });

  const evil = '"><script>alert(1)</script>';
  test.each([
    ['invalid JSON', 'not JSON'],
    ['another type', [1]],
    ['an invalid mount', { mounts: ['//evil.example'] }],
    ['no mounts', { mounts: [] }],
    ['a thousand mounts', { mounts: Array.from({ length: 1000 }, (_one, n) => `/gifts-${n}`) }],
    ['a script of another server', { clientScripts: ['//evil.example/x.js'] }],
    ['a style that ends its element', { web: { entry: 'remoteEntry.js', styles: [evil], chunkStyles: {} } }],
    [
      'a file outside of the build',
      { node: { entry: 'remoteEntry.js', files: { '../../escaped.js': hashContent(Buffer.from('')) } } },
    ],
    ['an entry outside of the build', { node: { entry: '../../server.js', files: {} } }],
  ])('rejects a description with %s', async (_what, said) => {
    const content =
      typeof said === 'string'
        ? said
        : JSON.stringify(Array.isArray(said) ? said : { ...Object(laptop.describe()), ...said });
    laptop.served.answers.set(DEV_REMOTE_PATH, (response) => void response.end(content));
    const problem = await host.read('/gifts', gifts);
    expect(problem.status).toBe(502);
    expect(problem.html).toContain('returned an invalid description');
    expect(laptop.asked.filter((url) => url.startsWith(DEV_NODE_PATH))).toEqual([]);
  });

  test('does not run a file that differs from its description', async () => {
    laptop.served.answers.set(
      `${DEV_NODE_PATH}remoteEntry.js`,
      (response) => void response.end(buildSource('another')),
    );
    const placed = (): string[] => fs.readdirSync(path.join(host.cacheDirectory, 'node'));
    const before = placed();
    const problem = await host.read('/gifts', gifts);
    expect(problem).toMatchObject({ status: 502, shown: undefined });
    expect(placed()).toEqual(before);
    expect(fs.readdirSync(host.cacheDirectory).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('rejects a build with too many files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 401 }, (_one, n) => [`${n}.js`, hashContent(Buffer.from(''))]),
    );
    laptop.served.answers.set(
      DEV_REMOTE_PATH,
      (response) => void response.end(JSON.stringify({ ...Object(laptop.describe()), node: { entry: '0.js', files } })),
    );
    expect((await host.read('/gifts', gifts)).html).toContain('more than 400 files');
  });

  test('shows messages of a dev server as text only', async () => {
    laptop.served.problem = evil;
    expect((await host.read('/gifts', gifts)).html).not.toContain('<script');
  });

  test('its code can read neither secrets nor the registry', async () => {
    laptop.served.source = `exports.text = () => { try { return require('node:fs').readdirSync(${JSON.stringify(path.join(host.cacheDirectory, '../registry'))}).join(); } catch (error) { return error.message + JSON.stringify(process.env); } };`;
    expect((await host.read('/gifts', gifts)).shown).toBe(
      '"node:fs" is not available: a release can only require its own files{"NODE_ENV":"production"}',
    );
  });

  test('reports a server that does not speak HTTP as unavailable', async () => {
    const server = http.createServer().on('connection', (socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect((await host.read('/gifts', { 'mfe-gifts': `http://localhost:${port}` })).status).toBe(502);
    server.close();
  });
});
