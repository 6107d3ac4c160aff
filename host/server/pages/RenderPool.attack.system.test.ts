import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import { aRenderJob } from '../testing/renderJobs';
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
/** Number of renderer starts. */
let starts = 0;
const open = (events: RenderPoolEvents = {}): RenderPool => {
  starts = 0;
  return (pool = createRenderPool({ bundle, releases: folder }, { ...events, onStart: () => (starts += 1) }));
};

const isReady = (): Promise<boolean> =>
  pool?.check().then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false);

test('retries a build that crashes on start with backoff, and rejects requests at once', async () => {
  writeBundle("throw new Error('broken build');");
  const { check } = open();
  await sleep(3_000);
  await waitUntil('the renderer is started again', () => starts > 1);
  expect(starts).toBeLessThanOrEqual(6);
  await expect(check()).rejects.toThrow();
});

test('recovers by itself once the build is fixed', async () => {
  writeBundle("throw new Error('broken build');");
  open();
  await waitUntil('the renderer is started', () => starts > 0);
  writeBundle('exports.renderPage = async () => ({});');
  await waitUntil('the renderer is ready', isReady);
});

const page = (url: string) => aRenderJob({ url });

test.each([
  ['an unhandled rejection', "Promise.reject(new Error('stray'))", 'stray'],
  ['an error in a timer', "setTimeout(() => { throw new Error('stray'); })", 'stray'],
  [
    'an error that throws when it is read',
    "Promise.reject(Object.defineProperty(new Error(), 'message', { get() { throw new Error(); } }))",
    'A value that cannot be described was thrown',
  ],
])('%s in one page does not affect concurrent pages, and is reported', async (_what, code, message) => {
  writeBundle(
    `exports.renderPage = async ({ url }) => { if (url === '/stray') ${code}; await new Promise((resolve) => setTimeout(resolve, 200)); return { kind: 'redirect', location: url, status: 302 }; };`,
  );
  const uncaught: string[] = [];
  const { check, render } = open({ onUncaughtError: (error) => uncaught.push(error.message) });
  await check();
  const pages = await Promise.all(['/', '/stray', '/about'].map((url) => render(page(url))));
  expect(pages.map((rendered) => rendered.kind === 'redirect' && rendered.location)).toEqual(['/', '/stray', '/about']);
  expect(uncaught).toEqual([message]);
  expect(starts).toBe(1);
});

test('under three times the load that it can handle, the renderer stays busy, rejects the excess at once, and is not considered hung', async () => {
  writeBundle(
    "exports.renderPage = async ({ url }) => { const from = performance.now(); while (performance.now() - from < 15); return { kind: 'redirect', location: url, status: 302 }; };",
  );
  const { check, render } = open();
  await check();
  const rounds = 80;
  let round = 0;
  let rendered = 0;
  const waitsOfRejected: number[] = [];
  const asked: Promise<unknown>[] = [];
  for (; round < rounds; round += 1) {
    for (let n = 0; n < 10; n += 1) {
      const askedIn = round;
      asked.push(
        render(page('/')).then(
          () => (rendered += 1),
          () => waitsOfRejected.push(round - askedIn),
        ),
      );
    }
    await sleep(50);
  }
  await Promise.all(asked);
  expect(rendered).toBeGreaterThan(rounds); // more than one for each ten, also on a busy machine
  expect(waitsOfRejected.length).toBeGreaterThan(0);
  expect(Math.max(...waitsOfRejected)).toBeLessThan(10); // rounds, not the length of the queue
  expect(starts).toBe(1);
});

test('replaces a renderer that hangs', async () => {
  writeBundle(
    "exports.renderPage = async ({ url }) => { while (url === '/hang'); return { kind: 'redirect', location: url, status: 302 }; };",
  );
  const { check, render } = open();
  await check();
  await expect(render(page('/hang'))).rejects.toThrow('did not respond');
  await waitUntil('the renderer is ready', isReady);
  expect((await render(page('/'))).kind).toBe('redirect');
});

test('replaces a renderer that worked and ran out of memory, every time', async () => {
  writeBundle(
    "exports.renderPage = async ({ url }) => { const kept = []; while (url === '/leak') kept.push(new Array(1e6).fill(1)); return { kind: 'redirect', location: url, status: 302 }; };",
  );
  const { render } = open();
  for (let time = 0; time < 3; time += 1) {
    await waitUntil('the renderer is ready', isReady);
    await expect(render(page('/leak'))).rejects.toThrow(/memory|respond/);
  }
  await waitUntil('the renderer is ready', isReady);
  expect((await render(page('/'))).kind).toBe('redirect');
});
