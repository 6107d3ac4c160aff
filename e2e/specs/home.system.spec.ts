import { open } from '../support/checkout';
import { section } from '../support/home';
import { expect, paintFrames, storefronts, test, waitForHydration } from '../support/shop';

for (const [path, text] of [
  ['categories?', 'Failed to load categories: '],
  ['brands?', 'Failed to load brands: '],
  ['categories-with-products?', 'Failed to load products: '],
  ['trending-products?', 'Failed to load products: '],
] as const) {
  test(`a failure of /api/${path} shows its own error, the rest of the page works, and Retry loads it (product 12.4)`, async ({
    page,
  }) => {
    await open(page, '/about?store=organic'); // Nothing of the jewelry home page has been loaded.
    let broken = true;
    await page.route(`**/api/${path}**`, (route) =>
      broken
        ? route.fulfill({ status: 503, json: { status: false, success: false, message: 'Closed today' } })
        : route.continue(),
    );
    await page.getByRole('group', { name: 'Store' }).getByRole('link', { name: /Oriel/ }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toHaveText(new RegExp(`${text}Closed today`));
    await expect(alert).toHaveCount(1);
    await expect(section(page, 'Highlights')).toBeVisible();
    await expect(section(page, 'Good to know')).toBeVisible();
    broken = false;
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toHaveCount(0);
    await expect(section(page, 'Top products').getByRole('article').first()).toBeVisible();
    await expect(section(page, 'Trending').getByRole('article').first()).toBeVisible();
    await expect(section(page, 'Our makers').getByRole('link').first()).toBeVisible();
    await expect(section(page, 'Shop by category').getByRole('link').first()).toBeVisible();
  });
}

for (const storefront of storefronts) {
  test(`the first picture is preloaded with priority, lower ones load lazily, and all have reserved space (${storefront})`, async ({
    page,
    request,
  }) => {
    const html = await (await request.get('/', { headers: { cookie: `storefront=${storefront}` } })).text();
    const head = html.split('</head>')[0] ?? '';
    expect(head).toMatch(/<link rel="preload" as="image" type="image\/avif"[^>]+fetchPriority="high"/i);
    expect([...html.matchAll(/<img [^>]*fetchPriority="high"/gi)]).toHaveLength(1);
    await page.goto(`/?store=${storefront}`);
    await waitForHydration(page);
    const pictures = await page
      .getByRole('main')
      .locator('img')
      .evaluateAll((images) =>
        images.map((image) => ({
          lazy: (image as HTMLImageElement).loading === 'lazy',
          width: image.getAttribute('width'),
          height: image.getAttribute('height'),
          top: image.getBoundingClientRect().top,
        })),
      );
    expect(pictures.filter(({ top, lazy }) => top > 900 && !lazy)).toEqual([]);
    expect(pictures.filter(({ width, height }) => !width || !height)).toEqual([]);
  });

  test(`the home page does not shift while it is read (${storefront})`, async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.set(window, 'shift', 0);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!Reflect.get(entry, 'hadRecentInput'))
            Reflect.set(window, 'shift', Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(page, `/?store=${storefront}`);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < height; y += 600) {
      await page.mouse.wheel(0, 600);
      await paintFrames(page, 8);
    }
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.02);
  });
}
