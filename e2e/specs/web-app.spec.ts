import { addFirstProduct, cartButton, firstBuyable, main, open } from '../support/checkout';
import { expect, storefronts, test } from '../support/shop';
import { workerIsActive } from '../support/serviceWorker';

test.use({ serviceWorkers: 'allow' });

test('the offline page shows the stored cart, and the shop opens automatically once there is a network', async ({
  page,
  context,
}) => {
  await open(page, '/products');
  const name = await firstBuyable(main(page)).getByRole('heading').innerText();
  await addFirstProduct(page);
  await expect.poll(() => workerIsActive(page)).toMatch(/^activat/);
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

test('stored files that code of a page has replaced are not used, with or without a network', async ({
  page,
  context,
}) => {
  await open(page, '/about');
  await expect.poll(() => workerIsActive(page)).toMatch(/^activat/);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type') ?? '';
        if (!/html|css/.test(type)) continue;
        const forged = type.includes('html') ? '<h1>Forged</h1>' : 'header { display: none !important }';
        await cache.put(request, new Response(forged, { headers: { 'content-type': type } }));
      }
    }
  });
  await page.reload();
  await expect(page.getByRole('banner')).toBeVisible();
  await context.setOffline(true);
  await page.goto('/about').catch(() => undefined); // the browser's own page says that it is offline
  await expect(page.getByRole('heading', { name: 'Forged' })).toHaveCount(0);
  await context.setOffline(false);
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
