import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteId } from '@shop/runtime/remotes';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { RenderRequest } from '../../src/entry.server';
import { createRenderPool, type RenderPool } from './RenderPool';

/** A build that runs the code in its release's entry, as releases bring their own code. */
const BUILD = `
exports.renderPage = async ({ url, release }) => {
  if (release) new Function('process', 'require', release.entry)(process, require);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { kind: 'redirect', location: url, status: 302, audience: 'public' };
};`;

let folder: string;
let pool: RenderPool;
let crashes: { releases: readonly string[]; reason: string; pausedMs: number }[];
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bad-releases-'));
  fs.writeFileSync(path.join(folder, 'server.js'), BUILD);
  crashes = [];
  pool = createRenderPool({ bundle: path.join(folder, 'server.js'), releases: folder }, 1, {
    onCrash: (releases, reason, pausedMs) => crashes.push({ releases, reason, pausedMs }),
  });
  await waitUntil('the renderer is ready', isReady);
});
afterEach(async () => {
  await pool.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const ENDLESS = 'for (;;);';

const isReady = (): Promise<boolean> =>
  pool.check().then(
    () => true,
    () => false,
  );

const aPage = (remote: RemoteId, code: string): RenderRequest => ({
  url: `/${remote}`,
  storefront: 'organic',
  currency: 'USD',
  release: { remote, version: '1', entry: code },
  apiOrigin: '',
  siteOrigin: '',
  source: 'api',
  cookie: '',
  hasSessionCookie: false,
  // A busy machine needs seconds for pages that end.
  timeoutMs: code === ENDLESS ? 1_000 : 10_000,
});
const isRendered = (remote: RemoteId, code = ''): Promise<boolean> =>
  pool.render(aPage(remote, code)).then(
    () => true,
    () => false,
  );
const GOOD: readonly RemoteId[] = ['mfe-home', 'mfe-catalog'];

/** Renders pages of good releases and of the bad one for a while. Returns how many good ones failed. */
const lostBeside = async (code: string, milliseconds: number): Promise<number> => {
  let lost = 0;
  const asked: Promise<unknown>[] = [];
  for (const until = performance.now() + milliseconds; performance.now() < until; await sleep(50)) {
    asked.push(isRendered('mfe-gifts', code));
    for (const remote of GOOD) asked.push(isRendered(remote).then((rendered) => (lost += rendered ? 0 : 1)));
  }
  await Promise.all(asked);
  return lost;
};

const MEMORY =
  'const kept = []; for (let n = 0; n < 400; n += 1) kept.push(new Array(130000).fill(n)); globalThis.setTimeout(() => kept.length, 100);';

describe('a release that', () => {
  test.each([
    ['ends its process', 'process.exit(1);', /The renderer ended/],
    ['never ends', ENDLESS, /The renderer does not respond/],
    // A busy machine may end it earlier, while it collects garbage.
    ['takes 400 MB for a page', MEMORY, /memory|does not respond/],
    [
      'modifies a global prototype',
      'RegExp.prototype.test = () => true;',
      /changed RegExp\.prototype\.test for all pages/,
    ],
    [
      'modifies Object.prototype',
      'Object.prototype.toString = () => "";',
      /changed Object\.prototype\.toString for all pages/,
    ],
    ['modifies a global', 'globalThis.fetch = undefined;', /changed fetch for all pages/],
  ])(
    '%s crashes one shared renderer, then only its own, and is paused',
    async (_what, code, reason) => {
      await isRendered('mfe-gifts', code); // pages rendered at the same moment fall back to the shell
      await sleep(100);
      await waitUntil('the renderer is replaced', isReady);
      expect(crashes[0]?.reason).toMatch(reason);
      expect(crashes[0]?.releases).toContain('mfe-gifts@1');

      expect(await lostBeside(code, 6_000)).toBe(0);
      const last = crashes.at(-1);
      expect(last?.releases).toEqual(['mfe-gifts@1']);
      expect(last?.pausedMs).toBeGreaterThan(0);
      // One crash of the shared renderer, one of its own; since then it is paused.
      expect(crashes.length).toBe(2);
    },
    40_000,
  );

  test('was only rendered next to a bad one returns to the shared renderer', async () => {
    await Promise.all([isRendered('mfe-home'), isRendered('mfe-gifts', 'process.exit(1);')]);
    await waitUntil('the renderer is replaced', isReady);
    for (let page = 0; page < 60; page += 1) expect(await isRendered('mfe-home')).toBe(true);
    expect(crashes.filter(({ pausedMs }) => pausedMs > 0)).toEqual([]);
  }, 20_000);

  test('throws on every page only fails its own pages', async () => {
    expect(await lostBeside("throw new Error('of the page');", 1_000)).toBe(0);
    expect(crashes).toEqual([]);
  });

  test.each([
    'Array.prototype.map',
    'Promise.prototype.then',
    'Map.prototype.get',
    'String.prototype.split',
    'JSON.stringify',
    'Math.max',
    'Object.getPrototypeOf([][Symbol.iterator]()).next',
  ])('modifies %s has no effect, because it is frozen', async (intrinsic) => {
    await expect(pool.render(aPage('mfe-gifts', `'use strict'; ${intrinsic} = () => [];`))).rejects.toThrow(
      /Cannot assign to read only property/,
    );
    await pool.render(
      aPage(
        'mfe-gifts',
        `const before = ${intrinsic}; ${intrinsic} = () => []; if (${intrinsic} !== before) throw new Error('it is changed');`,
      ),
    );
    expect(
      await isRendered('mfe-home', `if ([1].map((n) => n + 1)[0] !== 2) throw new Error('changed for all');`),
    ).toBe(true);
    expect(crashes).toEqual([]);
  });

  test('is no longer shown leaves nothing behind after the renderer is replaced', async () => {
    await isRendered('mfe-gifts', 'globalThis[Symbol.for("kept")] = 1;');
    await pool.renew();
    const request = aPage('mfe-home', 'if (globalThis[Symbol.for("kept")]) throw new Error("it is still here");');
    await expect(pool.render(request)).resolves.toMatchObject({ kind: 'redirect' });
  });

  test('reads the environment finds no secrets', async () => {
    process.env['A_SECRET_OF_THE_HOST'] = 'secret';
    await pool.renew();
    await expect(
      pool.render(
        aPage(
          'mfe-gifts',
          'if (Object.keys(process.env).join() !== "NODE_ENV") throw new Error(Object.keys(process.env).join());',
        ),
      ),
    ).resolves.toMatchObject({ kind: 'redirect' });
    delete process.env['A_SECRET_OF_THE_HOST'];
  });
});

describe('while rendering, the code of a release', () => {
  const registry = fs.mkdtempSync(path.join(os.tmpdir(), 'registry-'));
  afterAll(() => fs.rmSync(registry, { recursive: true, force: true }));

  test.each([
    [
      'read the registry, which contains tokens',
      () => `require('node:fs').readFileSync(${JSON.stringify(path.join(registry, 'tokens'))})`,
    ],
    ['list its files', () => `require('node:fs').readdirSync(${JSON.stringify(registry)})`],
    [
      "read the shop's settings",
      () => `require('node:fs').readFileSync(${JSON.stringify(path.resolve(__dirname, '../../../package.json'))})`,
    ],
    ["read the machine's files", () => "require('node:fs').readFileSync('/etc/passwd')"],
    ["read the server's environment", () => `require('node:fs').readFileSync('/proc/${process.pid}/environ')`],
    [
      'write into its own release',
      () => `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'planted'))}, 'x')`,
    ],
    ['start a process', () => "require('node:child_process').execFileSync('/bin/true')"],
    ['start a thread with more permissions', () => "new (require('node:worker_threads').Worker)('0', { eval: true })"],
  ])('cannot %s', async (_what, buildCode) => {
    fs.writeFileSync(path.join(registry, 'tokens'), 'the hash of a token');
    await expect(pool.render(aPage('mfe-gifts', buildCode()))).rejects.toThrow(
      /Access to this API has been restricted/,
    );
    expect(fs.existsSync(path.join(folder, 'planted'))).toBe(false);
  });

  test('runs as an unprivileged user if the system has one and the server may switch', async () => {
    fs.chmodSync(folder, 0o755);
    await pool.renew();
    const isChosen = process.getuid?.() === 0 && fs.readFileSync('/etc/passwd', 'utf8').includes('nobody:');
    const code = isChosen
      ? 'if (process.getuid() === 0) throw new Error("it is root")'
      : 'if (process.getuid() === 0) throw new Error("somebody made it root")';
    await expect(pool.render(aPage('mfe-gifts', code))).resolves.toMatchObject({ kind: 'redirect' });
  });
});

test('renewing the pool loses no pending pages', async () => {
  const pages = Promise.all(Array.from({ length: 40 }, async (_, n) => (await sleep(n * 5), isRendered('mfe-home'))));
  await pool.renew();
  expect(await pages).not.toContain(false);
});
