import { expect, test, waitForHydration } from '../support/shop';

const PANEL_WITHIN_MS = 3_500;

const remotes = [
  { remote: 'mfe-home', from: '/products', path: '/about' },
  { remote: 'mfe-catalog', from: '/', path: '/products' },
  { remote: 'mfe-cart-checkout', from: '/', path: '/cart' },
  { remote: 'mfe-auth', from: '/', path: '/wishlist' },
] as const;

for (const { remote, from, path } of remotes) {
  for (const mode of ['dead', 'hanging'] as const) {
    test(`${remote} is ${mode}: its panel, the rest works, Retry heals without a reload`, async ({ page }) => {
      let broken = true;
      await page.route(`**/remotes/${remote}/**`, async (route) => {
        if (!broken) return route.continue();
        if (mode === 'dead') return route.abort('connectionrefused');
        return undefined; // never answered
      });
      await page.goto(from);
      await waitForHydration(page);
      await page.evaluate(() => {
        (window as unknown as { marker: number }).marker = 1;
      });

      const clicked = Date.now();
      await page.locator(`a[href="${path}"]`).locator('visible=true').first().click();
      const panel = page.getByRole('main').getByRole('alert');
      await expect(panel.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: PANEL_WITHIN_MS });
      expect(Date.now() - clicked).toBeLessThan(PANEL_WITHIN_MS + 500);

      await expect(page.getByRole('banner').getByRole('button', { name: /^Cart,/ })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      broken = false;
      await panel.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(panel).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      expect(await page.evaluate(() => (window as unknown as { marker?: number }).marker), 'no reload happened').toBe(1);
    });
  }
}

test('a remote that is dead at the first load shows its panel inside the shop', async ({ page }) => {
  await page.route('**/remotes/mfe-catalog/**/*.js', (route) => route.abort('connectionrefused'));
  await page.goto('/products');
  await expect(page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.unroute('**/remotes/mfe-catalog/**/*.js');
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

test('a remote that answers garbage shows its panel', async ({ page }) => {
  await page.route('**/remotes/mfe-auth/**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '<html>not a script' }));
  await page.goto('/');
  await waitForHydration(page);
  await page.getByRole('banner').getByRole('link', { name: /^Wishlist,/ }).click();
  await expect(page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('the API is down: pages say so, and recover by Retry', async ({ page }) => {
  await page.goto('/about');
  await waitForHydration(page);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.locator('a[href="/products"]').locator('visible=true').first().click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Error loading products:');
  await page.unroute('**/api/**');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});
