import { open } from '../support/checkout';
import { expect, paintFrames, test } from '../support/shop';

test('without JavaScript "Categories" is a link', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('banner').locator('a', { hasText: 'Categories' }).click();
  await expect(page).toHaveURL(/\/categories$/);
  await context.close();
});

test('Home is active on / and /demos, other entries on their own page (product 2.3)', async ({ page }) => {
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
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')).toHaveText([
    'Categories',
  ]);
});

test('the shadow appears after 10 px, without a scroll handler or layout shift (product 2.2)', async ({ page }) => {
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
