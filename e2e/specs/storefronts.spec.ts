import { expect, test, waitForHydration } from '../support/shop';

test('switching the storefront keeps the cart, changes the theme and is announced (product 1.1, 1.5)', async ({
  page,
}) => {
  await page.goto('/products');
  await waitForHydration(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await page
    .getByRole('group', { name: 'Store' })
    .getByRole('link', { name: /Furrow/ })
    .click();
  await expect(page.locator('html')).toHaveAttribute('data-storefront', 'organic');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Welcome to Furrow')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Furrow store' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-storefront', 'organic');
});

test('the cart survives a reload and appears in another tab (product 6.7)', async ({ page, context }) => {
  await page.goto('/products');
  await waitForHydration(page);
  const other = await context.newPage();
  await other.goto('/about');
  await waitForHydration(other);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await expect(other.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
});
