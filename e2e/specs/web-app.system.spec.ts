import type { Page } from '@playwright/test';
import { open } from '../support/checkout';
import { expect, test } from '../support/shop';
import { newEmail, signInWithGoogle } from '../support/identity';
import { startHost } from '../support/startHost';
import { workerIsActive } from '../support/serviceWorker';

test.use({ serviceWorkers: 'allow' });

/** The kill switch affects all visitors, so it gets its own host. */
const SWITCHED_PORT = 3911;

const keptUrls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return urls;
  });

test('with the service worker, Google sign-in works: non-page requests are sent once', async ({ page }) => {
  await page.goto('/auth/login');
  await expect.poll(() => workerIsActive(page)).toMatch(/^activat/);
  const refused: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().includes('google=failed')) refused.push(request.url());
  });
  await page.goto('/auth/login');
  await signInWithGoogle(page, newEmail('worker'));
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account of Grace Hopper' })).toBeAttached();
  expect(refused).toEqual([]); // A used code is refused the second time.
});

test('the cache contains the offline page with its files, and pictures, but no pages, API responses, compositions or code of remotes', async ({
  page,
}) => {
  await open(page, '/products');
  await expect.poll(() => workerIsActive(page)).toMatch(/^activat/);
  for (const path of ['/', '/products', '/products/ring-halo', '/cart', '/products']) {
    await open(page, path);
    await page.waitForLoadState('networkidle');
  }
  const urls = await keptUrls(page);
  expect(urls).toContain('/offline.html');
  expect(urls.filter((url) => url.startsWith('/media/')).length).toBeGreaterThan(0);
  expect(
    urls.filter(
      (url) => !/^\/(offline\.html|assets\/(client|offline)\.\w+\.(js|css)|media\/.+\.(avif|webp))$/.test(url),
    ),
  ).toEqual([]);
});

test('the kill switch removes the service worker and its caches from browsers', async ({ page }) => {
  const home = `http://localhost:${SWITCHED_PORT}/`;
  let stop = await startHost(SWITCHED_PORT, { SERVICE_WORKER: 'on' });
  try {
    await open(page, home);
    await expect.poll(() => workerIsActive(page)).toMatch(/^activat/);
    expect(await keptUrls(page)).toContain('/offline.html');
    await stop();
    stop = await startHost(SWITCHED_PORT, { SERVICE_WORKER: 'off' });
    await open(page, home);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await open(page, home);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    await stop();
  }
});

test('the unregisterWorker script removes the worker and its caches, even if no page requests it', async ({ page }) => {
  const home = `http://localhost:${SWITCHED_PORT + 1}/`;
  let stop = await startHost(SWITCHED_PORT + 1, { SERVICE_WORKER: 'on' });
  try {
    await open(page, home);
    await expect.poll(() => workerIsActive(page)).toMatch(/^activat/);
    await stop();
    stop = await startHost(SWITCHED_PORT + 1, { SERVICE_WORKER: 'off' });
    // Triggers the update that browsers do on navigation: the new script unregisters the worker.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect
      .poll(() =>
        page.evaluate(
          async () => [...(await caches.keys()), ...(await navigator.serviceWorker.getRegistrations())].length,
        ),
      )
      .toBe(0);
  } finally {
    await stop();
  }
});
