import type { Page } from '@playwright/test';
import { main, open } from '../support/checkout';
import { collectComplaints, expect, storefronts, test } from '../support/shop';

declare global {
  interface Window {
    /** Layout shifts without input. */
    shifts: number;
  }
}

const categories = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Categories' });
const menuLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link');

for (const storefront of storefronts) {
  test(`the category menu links only to non-empty listings (${storefront})`, async ({
    page,
    enterStorefront,
    request,
  }) => {
    await enterStorefront(storefront);
    const complaints = collectComplaints(page);
    await open(page, '/');
    await expect(menuLinks(page)).toHaveCount(0);
    await categories(page).click();
    await expect(categories(page)).toHaveAttribute('aria-expanded', 'true');
    const hrefs = await menuLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.length).toBeGreaterThanOrEqual(20);
    expect(hrefs).toContain('/categories');
    for (const href of hrefs.filter((link) => link !== '/categories')) {
      const query = new URLSearchParams(href.split('?')[1] ?? '');
      const category = /^\/products\/category\/(.+)$/.exec(href)?.[1];
      if (category) query.set('category', category);
      query.set('store', `${storefront}-store`);
      const { data } = await (await request.get(`/api/products?${query}`)).json();
      expect(data.total, href).toBeGreaterThan(0);
    }
    await menuLinks(page).first().click();
    await expect(page).toHaveURL(/\/products\?category=.+&q=/);
    await expect(categories(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(main(page).getByRole('article').first()).toBeVisible();
    expect(complaints).toEqual([]);
  });
}

test('the category menu works with the keyboard, and closes by Esc, on leaving it and by a click outside (product 15.1)', async ({
  page,
}) => {
  await open(page, '/');
  await categories(page).focus();
  await page.keyboard.press('Space');
  await expect(categories(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(menuLinks(page).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(categories(page)).toBeFocused();
  await expect(categories(page)).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('Enter');
  await menuLinks(page).last().focus();
  await page.keyboard.press('Tab');
  await expect(categories(page)).toHaveAttribute('aria-expanded', 'false');

  await categories(page).click();
  await page.mouse.click(700, 850);
  await expect(categories(page)).toHaveAttribute('aria-expanded', 'false');
});

test('"Categories" leads to its page, "Home" to /demos (product 2.3)', async ({ page }) => {
  await open(page, '/about');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Categories', exact: true });
  await link.click();
  await expect(page).toHaveURL(/\/categories$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(/\/demos$/);
});

test('on a phone the menu contains the categories as a section, and its links close it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const fold = menu.getByRole('button', { name: 'Categories' });
  await expect(menu.getByRole('link', { name: 'Rings', exact: true })).toBeVisible();
  await fold.click();
  await expect(menu.getByRole('link', { name: 'Rings', exact: true })).toBeHidden();
  await fold.click();
  await menu.getByRole('link', { name: 'All categories' }).click();
  await expect(page).toHaveURL(/\/categories$/);
  await expect(menu).toBeHidden();
});

test('navigation focuses the heading and announces the title once, and Back restores the position (product 2.7, 15.1)', async ({
  page,
}) => {
  await open(page, '/terms');
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: await page.title() })).toHaveCount(1);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const left = await page.evaluate(() => history.state as unknown);
  expect(left).toBeTruthy();
  await page.goBack();
  await expect(page).toHaveURL(/\/terms$/);
  await expect(heading).toHaveText('Terms');
  await expect(heading).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
});

test('shop pages have a sticky header, a main area and a footer, sign-in pages a plain, centered layout (product 2.1)', async ({
  page,
}) => {
  const readTop = async () => (await page.getByRole('banner').boundingBox())?.y ?? NaN;
  await open(page, '/about');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('navigation')).toHaveCount(4);
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
  expect(await readTop()).toBe(0);

  await page.setViewportSize({ width: 1440, height: 400 });
  await open(page, '/auth/login');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const form = await main(page).getByRole('form').boundingBox();
  expect((form?.x ?? 0) + (form?.width ?? 0) / 2).toBeCloseTo(720, -1);
  expect(form?.width).toBeLessThan(600);
  await page.evaluate(() => window.scrollTo(0, 100));
  await expect.poll(readTop).toBeLessThan(0);
});

test('on a phone the search scrolls away behind a low header without a shift, and its icon leads back to it (product 2.10)', async ({
  page,
  enterStorefront,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!('hadRecentInput' in entry && entry.hadRecentInput)) window.shifts++;
    }).observe({ type: 'layout-shift' });
  });
  await enterStorefront('organic');
  await open(page, '/about');
  const banner = page.getByRole('banner');
  const readBottom = async () => {
    const { y = NaN, height = NaN } = (await banner.boundingBox()) ?? {};
    return y + height;
  };
  const height = (await banner.boundingBox())?.height;
  const field = banner.getByRole('combobox', { name: 'Search products' });
  const isOnTop = () =>
    field.evaluate((input) => {
      const { left, top, width, height: high } = input.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + high / 2) === input;
    });
  await expect.poll(isOnTop).toBe(true);
  await page.evaluate(() => {
    window.shifts = 0;
  });
  await page.mouse.move(195, 500);
  await page.mouse.wheel(0, 700);
  await expect.poll(readBottom).toBeLessThanOrEqual(64);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
  expect(await readBottom()).toBeGreaterThanOrEqual(44);
  expect(await isOnTop()).toBe(false);
  for (const control of [
    banner.getByRole('link', { name: /home$/ }),
    banner.getByRole('button', { name: 'Open menu' }),
  ])
    expect((await control.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  expect((await banner.boundingBox())?.height).toBe(height);
  expect(await page.evaluate(() => window.shifts)).toBe(0);

  await banner.locator('label').filter({ visible: true }).last().click();
  await expect(field).toBeFocused();
  await expect.poll(isOnTop).toBe(true);
  await field.blur();
  await page.mouse.wheel(0, 700);
  await expect.poll(readBottom).toBeLessThanOrEqual(64);
  await field.focus();
  await expect.poll(isOnTop).toBe(true);
});

test('the price filter uses the displayed currency', async ({ page }) => {
  await open(page, '/products');
  await page.getByRole('banner').getByLabel('Currency').selectOption('EUR');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByLabel('Minimum, €').fill('100');
  await filters.getByLabel('Maximum, €').fill('200');
  await filters.getByRole('button', { name: 'Apply price' }).click();
  await expect(main(page).getByRole('button', { name: 'Remove filter €100.00 to €200.00' })).toBeVisible();
  await expect(filters.getByLabel('Minimum, €')).toHaveValue('100');
  await expect(main(page).getByRole('article').first()).toContainText(/€1\d\d\.\d\d/);
  await page.reload();
  await expect(filters.getByLabel('Maximum, €')).toHaveValue('200');
});
