import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RemoteId } from '@shop/runtime/remotes';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import { aRenderJob } from '../testing/renderJobs';
import { createRenderPool, type RenderPool } from './RenderPool';

const BUILD = `
exports.renderPage = async ({ url }) => {
  if (url === '/dies') process.exit(1);
  if (url === '/hangs') for (;;);
  return { kind: 'page', audience: 'public', status: 200, html: url, storefront: 'organic', chunks: [], state: null, router: null };
};`;
const NEVER_LOADED = 'module.exports = new Promise(() => undefined);';

let folder: string;
let pool: RenderPool;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'renderers-'));
});
afterEach(async () => {
  await pool.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const open = (build: string): void => {
  const bundle = path.join(folder, 'server.js');
  fs.writeFileSync(bundle, build);
  pool = createRenderPool({ bundle, releases: folder });
};

const becomesReady = (): Promise<void> =>
  waitUntil('the renderer is ready', () =>
    pool.check().then(
      () => true,
      () => false,
    ),
  );

test.each(['/dies', '/hangs'])('a renderer that gets %s fails one page and is replaced', async (url) => {
  open(BUILD);
  await becomesReady();
  await expect(pool.render(aRenderJob({ url: '/before' }))).resolves.toMatchObject({ html: '/before' });
  await expect(pool.render(aRenderJob({ url }))).rejects.toThrow();
  await becomesReady();
  await expect(pool.render(aRenderJob({ url: '/after' }))).resolves.toMatchObject({ html: '/after' });
});

test("renders each release in a process of its own, and a live one's preview apart from it", async () => {
  open(
    "let pages = 0; exports.renderPage = async () => ({ kind: 'redirect', location: '/' + (pages += 1), status: 302 });",
  );
  await becomesReady();
  const countPages = async (remote: RemoteId | null, isLive = true): Promise<number> => {
    const release = remote === null ? null : { remote, version: '1', entry: '' };
    const rendered = await pool.render(aRenderJob({ release }, { isLive }));
    return rendered.kind === 'redirect' ? Number(rendered.location.slice(1)) : NaN;
  };
  expect(await countPages(null)).toBe(1);
  expect(await countPages('mfe-home')).toBe(1);
  expect(await countPages('mfe-home')).toBe(2);
  expect(await countPages('mfe-catalog')).toBe(1);
  expect(await countPages('mfe-home', false)).toBe(1);
  expect(await countPages(null)).toBe(2);
});

test('previews share four processes; the one that was not used for the longest time makes room', async () => {
  open(
    "let pages = 0; exports.renderPage = async () => ({ kind: 'redirect', location: '/' + (pages += 1), status: 302 });",
  );
  const preview = async (version: string): Promise<string> => {
    const release = { remote: 'mfe-home' as const, version, entry: '' };
    const rendered = await pool.render(aRenderJob({ release }, { isLive: false }));
    return rendered.kind === 'redirect' ? rendered.location.slice(1) : '';
  };
  for (const version of ['1', '2', '3', '4']) expect(await preview(version)).toBe('1');
  expect(await preview('1')).toBe('2');
  expect(await preview('5')).toBe('1');
  expect(await preview('1')).toBe('3');
  expect(await preview('2')).toBe('1');
});

test('starts what is promoted before its first page, and ends what is no longer shown after its last one', async () => {
  open(`
    let prepared = false;
    exports.loadRelease = async () => (prepared = true);
    exports.renderPage = async ({ url }) => {
      if (url === '/slow') await new Promise((resolve) => setTimeout(resolve, 300));
      return { kind: 'redirect', location: prepared ? '/prepared' : '/cold', status: 302 };
    };`);
  const [one, two] = ['1', '2'].map((version) => ({ remote: 'mfe-home' as const, version, entry: '' }));
  if (!one || !two) throw new Error('There are two');
  await pool.follow([one], []);
  const slow = pool.render(aRenderJob({ url: '/slow', release: one }));
  await pool.follow([two], []);
  await expect(slow).resolves.toMatchObject({ location: '/prepared' });
  await expect(pool.render(aRenderJob({ release: two }))).resolves.toMatchObject({ location: '/prepared' });
  await expect(pool.render(aRenderJob({ release: one }))).resolves.toMatchObject({ location: '/cold' });
});

test.each([
  ['throws on load', 'throw new Error("broken build");'],
  ['never finishes loading', NEVER_LOADED],
  ['exports no renderPage', 'exports.renderer = () => undefined;'],
])('the check fails for a build that %s', async (_what, build) => {
  open(build);
  await expect(pool.check()).rejects.toThrow();
});

test('tells how long a warm page computed if that was too long, without its calls to the API', async () => {
  open(`
    exports.renderPage = async ({ url }, { callApi }) => {
      const end = performance.now() + 1700;
      if (url === '/computes') while (performance.now() < end);
      if (url === '/waits') await callApi('/api/products');
      return { kind: 'redirect', location: url, status: 302 };
    };`);
  await becomesReady();
  const render = (url: string) =>
    pool.render(
      aRenderJob(
        { url },
        { callApi: () => new Promise((resolve) => setTimeout(resolve, 1_700, { status: 200, headers: {}, body: '' })) },
      ),
    );
  for (const url of ['/', '/', '/']) await render(url);
  expect((await render('/computes')).slowMs).toBeGreaterThan(1_500);
  expect(await render('/waits')).toEqual({ kind: 'redirect', location: '/waits', status: 302 });
  // Two pages of one process wait for each other.
  const both = await Promise.all([render('/computes'), render('/')]);
  expect(both.map(({ slowMs }) => slowMs)).toEqual([undefined, undefined]);
});
