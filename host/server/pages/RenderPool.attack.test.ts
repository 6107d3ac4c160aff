import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RenderRequest } from '../../src/entry.server';
import { createRenderPool, type RenderPool, type RenderPoolEvents } from './RenderPool';

let folder: string;
let bundle: string;
let pool: RenderPool | undefined;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'render-pool-'));
  bundle = path.join(folder, 'server.js');
});
afterEach(async () => {
  await pool?.close();
  pool = undefined;
  fs.rmSync(folder, { recursive: true, force: true });
});

const writeBundle = (code: string): void => fs.writeFileSync(bundle, code);
/** How often a renderer was started since. */
let starts = 0;
const open = (events: RenderPoolEvents = {}): RenderPool => {
  starts = 0;
  return (pool = createRenderPool({ bundle, releases: folder }, 1, { ...events, onStart: () => (starts += 1) }));
};

const becomesReady = async (within: number): Promise<boolean> => {
  const until = performance.now() + within;
  while (performance.now() < until) {
    if (
      pool &&
      (await pool.check().then(
        () => true,
        () => false,
      ))
    )
      return true;
    await sleep(50);
  }
  return false;
};

test('a build that breaks as it starts is tried less and less often, and fails what it is asked for at once', async () => {
  writeBundle("throw new Error('broken build');");
  const { check } = open();
  await sleep(3_000);
  expect(starts).toBeGreaterThan(1);
  expect(starts).toBeLessThanOrEqual(6);
  await expect(check()).rejects.toThrow();
}, 10_000);

test('a build that was mended renders again by itself', async () => {
  writeBundle("throw new Error('broken build');");
  open();
  await sleep(500);
  writeBundle('exports.renderPage = async () => ({});');
  expect(await becomesReady(5_000)).toBe(true);
}, 10_000);

const page = (url: string): RenderRequest => ({
  url,
  storefront: 'organic',
  currency: 'USD',
  release: null,
  apiOrigin: '',
  siteOrigin: '',
  source: 'api',
  cookie: '',
  hasSessionCookie: false,
  timeoutMs: 100,
});

test.each([
  ['a rejection that nobody waits for', "Promise.reject(new Error('stray'))"],
  ['an error in a timer', "setTimeout(() => { throw new Error('stray'); })"],
])('%s in one page does not end the pages beside it, and is told', async (_what, code) => {
  writeBundle(
    `exports.renderPage = async ({ url }) => { if (url === '/stray') ${code}; await new Promise((resolve) => setTimeout(resolve, 200)); return { kind: 'redirect', location: url }; };`,
  );
  const told: string[] = [];
  const { check, render } = open({ onUncaughtError: ({ message }) => told.push(message) });
  await check();
  const pages = await Promise.all(['/', '/stray', '/about'].map((url) => render(page(url))));
  expect(pages.map((rendered) => rendered.kind === 'redirect' && rendered.location)).toEqual(['/', '/stray', '/about']);
  expect(told).toEqual(['stray']);
  expect(starts).toBe(1);
});

test('three times as many pages as can be rendered: as many as can be are, the others fail at once, and the renderer is not taken for hung', async () => {
  writeBundle(
    "exports.renderPage = async ({ url }) => { const from = performance.now(); while (performance.now() - from < 15); return { kind: 'redirect', location: url }; };",
  );
  const { check, render } = open();
  await check();
  const waits: { readonly isRendered: boolean; readonly ms: number }[] = [];
  const asked: Promise<unknown>[] = [];
  for (const until = performance.now() + 4_000; performance.now() < until; await sleep(50)) {
    for (let n = 0; n < 10; n += 1) {
      const from = performance.now();
      const note = (isRendered: boolean) => () => void waits.push({ isRendered, ms: performance.now() - from });
      asked.push(render(page('/')).then(note(true), note(false)));
    }
  }
  await Promise.all(asked);
  // 15 ms each, in four seconds and those that waited then.
  expect(waits.filter(({ isRendered }) => isRendered).length).toBeGreaterThan(200);
  expect(Math.max(...waits.filter(({ isRendered }) => !isRendered).map(({ ms }) => ms))).toBeLessThan(500);
  expect(starts).toBe(1);
}, 20_000);

test('a renderer that hangs is replaced', async () => {
  writeBundle(
    "exports.renderPage = async ({ url }) => { while (url === '/hang'); return { kind: 'redirect', location: url }; };",
  );
  const { check, render } = open();
  await check();
  await expect(render(page('/hang'))).rejects.toThrow('no answer');
  expect(await becomesReady(4_000)).toBe(true);
  expect((await render(page('/'))).kind).toBe('redirect');
}, 15_000);

test('a renderer that worked and ended is replaced at once, however often', async () => {
  writeBundle('exports.renderPage = async () => process.exit(1);');
  const { render } = open();
  for (let time = 0; time < 5; time += 1) {
    expect(await becomesReady(1_500)).toBe(true);
    await expect(render(page('/'))).rejects.toThrow('The renderer ended');
  }
}, 15_000);
