import type { Page } from '@playwright/test';
import { addFirstProduct, cartButton, main, open } from '../support/checkout';
import { expect, storefronts, test } from '../support/shop';
import { newEmail, signInWithGoogle } from '../support/identity';
import { startHost } from '../support/startHost';

test.use({ serviceWorkers: 'allow' });

/** The kill switch affects all visitors, so it gets its own host. */
const SWITCHED_PORT = 3911;

const workerIsActive = (page: Page): Promise<string> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state ?? 'none');
const keptUrls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return urls;
  });

test('the offline page shows the stored cart, and the shop opens automatically once there is a network', async ({
  page,
  context,
}) => {
  await addFirstProduct(page);
  await expect.poll(() => workerIsActive(page)).toMatch(/^activat/);
  const name = await main(page).getByRole('article').first().getByRole('heading').innerText();
  await page.reload(); // The cart's pictures pass through the service worker.
  await context.setOffline(true);
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await expect(page.getByRole('listitem')).toContainText(name);
  await expect(page.getByText(/^Total \$\d/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline');
  await expect(page).toHaveURL(/\/about$/);
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
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

for (const storefront of storefronts) {
  test(`the shop can be installed: manifest, icons, color (${storefront})`, async ({
    page,
    enterStorefront,
    request,
  }) => {
    await enterStorefront(storefront);
    await open(page, '/');
    const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
    const answer = await request.get(href);
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = await answer.json();
    expect(manifest).toMatchObject({
      id: `/?store=${storefront}`,
      start_url: `/?store=${storefront}`,
      display: 'standalone',
    });
    expect(await page.locator('meta[name="theme-color"]').getAttribute('content')).toBe(manifest.theme_color);
    for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
      const icon = await request.get(src);
      expect(icon.status(), src).toBe(200);
      expect(icon.headers()['content-type'], src).toContain(type);
      if (sizes !== 'any') {
        const png = await icon.body();
        expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
      }
    }
  });
}

test('switching the storefront changes color, icon and manifest', async ({ page }) => {
  await open(page, '/');
  await page
    .getByRole('group', { name: 'Store' })
    .getByRole('link', { name: /Furrow/ })
    .click();
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/manifest.webmanifest?store=organic');
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/icons/organic.svg');
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#faf8ef');
});
