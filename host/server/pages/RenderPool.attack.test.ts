import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRenderPool, type RenderPool } from './RenderPool';

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

/** A build that notes each of its starts before it does what it does. */
const writeBundle = (code: string): void => fs.writeFileSync(bundle, `require('node:fs').appendFileSync(${JSON.stringify(path.join(folder, 'starts'))}, 'x'); ${code}`);
const countStarts = (): number => (fs.existsSync(path.join(folder, 'starts')) ? fs.readFileSync(path.join(folder, 'starts')).length : 0);

const becomesReady = async (within: number): Promise<boolean> => {
  const until = performance.now() + within;
  while (performance.now() < until) {
    if (pool && (await pool.check().then(() => true, () => false))) return true;
    await sleep(50);
  }
  return false;
};

test('a build that breaks as it starts is tried less and less often, and fails what it is asked for at once', async () => {
  writeBundle("throw new Error('broken build');");
  pool = createRenderPool(bundle, 1);
  await sleep(3_000);
  expect(countStarts()).toBeGreaterThan(1);
  expect(countStarts()).toBeLessThanOrEqual(6);
  await expect(pool.check()).rejects.toThrow();
}, 10_000);

test('a build that was mended renders again by itself', async () => {
  writeBundle("throw new Error('broken build');");
  pool = createRenderPool(bundle, 1);
  await sleep(500);
  writeBundle('exports.renderPage = async () => ({});');
  expect(await becomesReady(5_000)).toBe(true);
}, 10_000);

test('a renderer that worked and ended is replaced at once, however often', async () => {
  writeBundle("exports.renderPage = async () => process.exit(1);");
  pool = createRenderPool(bundle, 1);
  for (let time = 0; time < 5; time += 1) {
    expect(await becomesReady(1_500)).toBe(true);
    await expect(pool.render({ url: '/', storefront: 'organic', currency: 'USD', release: null, apiOrigin: '', siteOrigin: '', source: 'api', cookie: '', mayBeSignedIn: false, timeoutMs: 100 })).rejects.toThrow('The renderer ended');
  }
}, 15_000);
