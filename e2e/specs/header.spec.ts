import type { Page } from '@playwright/test';
import { main, open } from '../support/checkout';
import { collectComplaints, expect, paintFrames, storefronts, test } from '../support/shop';

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

test('the category menu works with the keyboard, and closes by Esc, on leaving it and by a click outside', async ({
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

test('before hydration "Categories" is a link', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('banner').locator('a', { hasText: 'Categories' }).click();
  await expect(page).toHaveURL(/\/categories$/);
  await context.close();
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

test('Home is active on / and /demos, other entries on their own page', async ({ page }) => {
  for (const [path, name] of [
    ['/', 'Home'],
    ['/demos', 'Home'],
    ['/blog', 'Blog'],
    ['/products', 'Shop'],
    ['/about', 'About'],
    ['/contact', 'Contact'],
  ] as const) {
    await open(page, path);
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')).toHaveText([name]);
  }
  await open(page, '/categories');
  await expect(categories(page)).toHaveAttribute('aria-current', 'page');
});

test('the shadow appears after 10 px, without a scroll handler or layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...args: Parameters<typeof add>) {
      // React's own listeners are on the root; ours would be elsewhere.
      if (args[0] === 'scroll' && !(this instanceof Element)) heard.push(args[0]);
      return add.apply(this, args);
    };
  });
  await open(page, '/about');
  const header = page.getByRole('banner');
  const height = (await header.boundingBox())?.height;
  await page.evaluate(() => window.scrollTo(0, 10));
  await paintFrames(page, 12);
  await expect(header).toHaveAttribute('data-scrolled', 'false');
  await page.evaluate(() => window.scrollTo(0, 12));
  await expect(header).toHaveAttribute('data-scrolled', 'true');
  expect(await header.evaluate((element) => getComputedStyle(element).boxShadow)).not.toBe('none');
  expect((await header.boundingBox())?.height).toBe(height);
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([]);
});

test('navigation focuses the heading and announces the title once, and Back restores the position', async ({
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
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
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
