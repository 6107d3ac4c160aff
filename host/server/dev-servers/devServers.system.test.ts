import fs from 'node:fs';
import path from 'node:path';
import { DEV_NODE_PATH } from '@shop/build/dev-server';
import { aDevServer, buildSource, type DevServerOnThisMachine } from '../testing/aDevServer';
import { aHostWithOverrides, type HostWithOverrides } from '../testing/aHostWithOverrides';

/** A real host with renderers; the dev server is a stub with the interface of federation/build/dev-server. */
let host: HostWithOverrides;
let laptop: DevServerOnThisMachine;
let gifts: Readonly<Record<string, string>>;
beforeAll(async () => {
  host = await aHostWithOverrides();
});
beforeEach(async () => {
  laptop = await aDevServer();
  gifts = { 'mfe-gifts': laptop.origin };
});
afterEach(() => laptop.close());
afterAll(() => host.close());

const readPageData = (html: string): unknown => JSON.parse(/id="shop-page">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');

test('shows an unpublished remote at its mounts, server-rendered, with development React from the dev server', async () => {
  const page = await host.read('/gifts', gifts);
  expect(page).toMatchObject({ status: 200, shown: 'a page of the laptop' });
  expect(page.html).toContain(`<script src="${laptop.origin}/host/client.js" defer`);
  expect(page.html).toContain(`<link rel="stylesheet" href="${laptop.origin}/remote.css" crossorigin>`);
  expect(page.html).not.toContain('late.css');
  expect((await host.read('/gifts/late', gifts)).html).toContain(`href="${laptop.origin}/late.css"`);
  expect(page.headers['content-security-policy']).toMatch(
    new RegExp(`script-src 'self' ${laptop.origin} 'sha256-[^']+' 'unsafe-eval'`),
  );
  expect(readPageData(page.html)).toMatchObject({
    composition: {
      'mfe-gifts': { entry: `${laptop.origin}/remoteEntry.js`, missingTitle: 'Being built', isOverride: true },
    },
  });
});

test('the URL requests the override once; then a cookie stores it', async () => {
  const answer = await host.app.inject({
    url: `/gifts?remote.mfe-gifts=${laptop.origin}&q=1`,
    headers: { host: 'localhost:3000', 'sec-fetch-site': 'none' },
  });
  expect(answer).toMatchObject({ statusCode: 302, headers: { location: '/gifts?q=1' } });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  expect((await host.read('/gifts', {}, { cookie })).shown).toBe('a page of the laptop');
});

test('other visitors do not see the override, and its visits are not counted', async () => {
  const mine = await host.read('/', gifts);
  expect(mine).toMatchObject({ shown: 'live 1.0.0', headers: { 'cache-status': 'shop-host; fwd=bypass' } });
  expect(readPageData(mine.html)).toMatchObject({ visitToken: '' });
  expect(mine.html).toContain('mfe-gifts <b>development</b>');
  const theirs = await host.read('/');
  expect(theirs.html).not.toMatch(/mfe-gifts|localhost:\d+\/host/);
  expect(theirs.headers['content-security-policy']).not.toContain('unsafe-eval');
  expect(await host.read('/gifts')).toMatchObject({ status: 302 });
});

test('renders an edit with the next page, and keeps the newest three builds', async () => {
  for (let edit = 1; edit <= 5; edit += 1) {
    laptop.served.source = buildSource(`edit ${edit}`);
    expect((await host.read('/gifts', gifts)).shown).toBe(`edit ${edit}`);
  }
  const kept = fs.readdirSync(path.join(host.cacheDirectory, 'node')).filter((name) => name.startsWith('development-'));
  expect(kept).toHaveLength(3);
  laptop.served.source = buildSource('edit 1');
  expect((await host.read('/gifts', gifts)).shown).toBe('edit 1');
});

test('renders the newer build if a file is saved during the download', async () => {
  laptop.served.answers.set(`${DEV_NODE_PATH}remoteEntry.js`, (response) => {
    laptop.served.answers.clear();
    laptop.served.source = buildSource('the newer one');
    response.end(laptop.served.source);
  });
  expect((await host.read('/gifts', gifts)).shown).toBe('the newer one');
});

test('shows a live remote as served by the dev server, at the mounts declared there', async () => {
  laptop.served.remote = 'mfe-home';
  laptop.served.mounts = ['/', '/new'];
  const home = { 'mfe-home': laptop.origin };
  expect((await host.read('/', home)).shown).toBe('a page of the laptop');
  expect((await host.read('/new', home)).shown).toBe('a page of the laptop');
  expect((await host.read('/')).shown).toBe('live 1.0.0');
});

describe('reports in this browser, while others see their pages,', () => {
  afterEach(async () => {
    expect(await host.read('/')).toMatchObject({ status: 200, shown: 'live 1.0.0' });
  });

  test('the compiler error, until the remote compiles again', async () => {
    laptop.served.problem = "TS1005: ')' expected.";
    const problem = await host.read('/gifts', gifts);
    expect(problem).toMatchObject({ status: 502, headers: { 'cache-control': 'no-store' } });
    expect(problem.html).toContain('mfe-gifts does not compile.');
    expect(problem.html).toContain("TS1005: ')' expected.");
    expect(problem.html).toContain('<meta http-equiv="refresh"');
    expect(problem.html).toContain('<a href="?remote.mfe-gifts=live">');
    delete laptop.served.problem;
    expect((await host.read('/gifts', gifts)).shown).toBe('a page of the laptop');
  });

  test('that the dev server is down, and how to start it', async () => {
    await laptop.close();
    const problem = await host.read('/', gifts);
    expect(problem.status).toBe(502);
    expect(problem.html).toContain('npm run remote -- dev mfe-gifts');
    expect(problem.html).toContain('ECONNREFUSED');
  });

  test('that the dev server serves another remote', async () => {
    laptop.served.remote = 'mfe-cards';
    expect((await host.read('/gifts', gifts)).html).toContain(
      `The dev server at ${laptop.origin} does not serve mfe-gifts.`,
    );
  });

  test.each([
    ['of a live remote', ['/'], '/ of mfe-gifts and / of mfe-home overlap.'],
    ['above one of a live remote', ['/gifts', '/about'], '/about of mfe-gifts and /about of mfe-home overlap.'],
  ])('that its mounts overlap those %s', async (_what, mounts, sentence) => {
    laptop.served.mounts = mounts;
    const problem = await host.read('/gifts', gifts);
    expect(problem.status).toBe(502);
    expect(problem.html).toContain(sentence);
  });

  test('that two dev servers mount the same pages', async () => {
    const other = await aDevServer('mfe-cards');
    try {
      expect((await host.read('/gifts', { ...gifts, 'mfe-cards': other.origin })).html).toContain(
        '/gifts of mfe-gifts and /gifts of mfe-cards overlap.',
      );
    } finally {
      await other.close();
    }
  });

  test('that a page throws on the server and is rendered in the browser', async () => {
    laptop.served.source = "exports.text = () => { throw new Error('of <this> page'); };";
    const page = await host.read('/gifts', gifts);
    expect(page.status).toBe(200);
    expect(page.html).toContain('<div id="root"></div>');
    expect(page.html).toContain('mfe-gifts was not rendered by the server: Error: of &lt;this> page');
  });

  test.each([
    ['never ends', 'exports.text = () => { for (;;); };'],
    ['ends its process', 'exports.text = () => process.exit(1);'],
  ])('that a page %s', async (_what, source) => {
    laptop.served.source = source;
    let isAnswered = false;
    const mine = host.read('/gifts', gifts).finally(() => (isAnswered = true));
    while (!isAnswered) expect((await host.read('/about')).shown).toBe('live 1.0.0');
    expect((await mine).html).toContain('mfe-gifts was not rendered by the server: ');
  });
});
