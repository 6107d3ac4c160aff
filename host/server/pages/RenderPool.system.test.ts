import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { RenderRequest } from '../../src/entry.server';
import { createRenderPool, type RenderPool } from './RenderPool';

const BUILD = `
exports.renderPage = async ({ url }) => {
  if (url === '/dies') process.exit(1);
  if (url === '/hangs') for (;;);
  if (url === '/priority') return { kind: 'redirect', location: String(require('node:os').getPriority()) };
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
  pool = createRenderPool({ bundle, releases: folder }, 1);
};

const aRequest = (url: string): RenderRequest => ({
  url,
  storefront: 'organic',
  currency: 'USD',
  release: null,
  apiOrigin: '',
  siteOrigin: '',
  source: 'api',
  cookie: '',
  hasSessionCookie: false,
  timeoutMs: 1_000,
});

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
  await expect(pool.render(aRequest('/before'))).resolves.toMatchObject({ html: '/before' });
  await expect(pool.render(aRequest(url))).rejects.toThrow();
  await becomesReady();
  await expect(pool.render(aRequest('/after'))).resolves.toMatchObject({ html: '/after' });
});

test('renders a suspect release in its own renderer with a lower priority', async () => {
  open(BUILD);
  await becomesReady();
  const suspect: RenderRequest['release'] = { remote: 'mfe-home', version: '1', entry: '' };
  const renderAndReadPriority = async (release: RenderRequest['release']): Promise<number> => {
    const rendered = await pool.render({ ...aRequest('/priority'), release });
    return rendered.kind === 'redirect' ? Number(rendered.location) : NaN;
  };
  expect(await renderAndReadPriority(suspect)).toBe(os.getPriority());
  await expect(pool.render({ ...aRequest('/dies'), release: suspect })).rejects.toThrow();
  await becomesReady();
  expect(await renderAndReadPriority(suspect)).toBeGreaterThan(os.getPriority());
  expect(await renderAndReadPriority(null)).toBe(os.getPriority());
});

test.each([
  ['throws on load', 'throw new Error("broken build");'],
  ['never finishes loading', NEVER_LOADED],
  ['exports no renderPage', 'exports.renderer = () => undefined;'],
])('the check fails for a build that %s', async (_what, build) => {
  open(build);
  await expect(pool.check()).rejects.toThrow();
});
