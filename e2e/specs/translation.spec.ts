import { expect, test, waitForHydration } from '../support/shop';
import { translatePages } from '../support/translator';

test('a translated listing goes on: searches change its count, and a correction comes before it (product 15.5)', async ({
  page,
}) => {
  await translatePages(page, 500);
  await page.goto('/products');
  await waitForHydration(page);
  const count = page.getByRole('main').getByRole('status').first();
  await expect(count).toHaveText(/^\[Showing 1 to 12 of \d+ products\]$/);
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('halo');
  await search.press('Enter');
  await expect(count).toHaveText(/^\[Showing 1 to \d+ of \d+ products?\]$/);
  await expect(count).not.toHaveText(/12 of/);
  await search.fill('braclet');
  await search.press('Enter');
  await expect(count).toContainText('Showing results for');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/not loading/);
});
