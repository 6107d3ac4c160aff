import AxeBuilder from '@axe-core/playwright';
import { expect, storefronts, test, waitForHydration } from '../support/shop';

test('switching the store keeps the cart, changes the theme and says so', async ({ page }) => {
  await page.goto('/products');
  await waitForHydration(page);
  await page.getByRole('main').getByRole('button', { name: /^Add to cart/ }).first().click();
  await page.getByRole('group', { name: 'Store' }).getByRole('link', { name: /Furrow/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-store', 'organic');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Furrow');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Furrow store' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-store', 'organic');
});

test('the cart is kept across a reload and follows into another tab', async ({ page, context }) => {
  await page.goto('/products');
  await waitForHydration(page);
  const other = await context.newPage();
  await other.goto('/about');
  await waitForHydration(other);
  await page.getByRole('main').getByRole('button', { name: /^Add to cart/ }).first().click();
  await expect(other.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
});

for (const storefront of storefronts) {
  for (const path of ['/', '/products', '/products/ring-halo', '/categories', '/shop/category', '/shop/brand', '/promotions', '/cart', '/checkout', '/wishlist', '/about', '/blog', '/contact', '/faq', '/features', '/terms', '/privacy', '/interest-based-ads', '/accessibility', '/sitemap']) {
    test(`${path} (${storefront}) has no accessibility violation and holds at 320 px`, async ({ page, enterStorefront }) => {
      await enterStorefront(storefront);
      await page.goto(path);
      await waitForHydration(page);
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  }
}
