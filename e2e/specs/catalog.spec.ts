import { expectAccessible, expectNoViolation } from '../support/accessibility';
import type { Locator, Page } from '@playwright/test';
import { buyThroughApi } from '../support/buyThroughApi';
import { main, open } from '../support/checkout';
import { logInAsNew, newEmail, signInWithGoogle } from '../support/identity';
import { PAYLOADS } from '../../api/src/testing/payloads';
import { collectComplaints, expect, storefronts, test, waitForHydration } from '../support/shop';

const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const count = (page: Page) => main(page).getByRole('status').first();
const names = (page: Page) => main(page).getByRole('article').getByRole('heading').allInnerTexts();

/** The address of the largest file of a picture. */
const largest = async (within: Locator): Promise<string> =>
  (await within.locator('source').first().getAttribute('srcset'))?.split(', ').at(-1)?.split(' ')[0] ?? '';

const facets = {
  jewellery: { category: /^Rings/, other: /^Watches/, chip: 'Rings', slug: 'rings' },
  organic: { category: /^Fruits/, other: /^Dairy/, chip: 'Fruits', slug: 'fruits' },
} as const;

for (const storefront of storefronts) {
  const { category, other, chip, slug } = facets[storefront];

  test(`the URL contains the filters, and Back restores filters, page and scroll position (${storefront}) (product 2.7, 4.2, 4.7)`, async ({
    page,
    enterStorefront,
  }) => {
    const complaints = collectComplaints(page);
    await enterStorefront(storefront);
    await open(page, '/products?page=2');
    await expect(count(page)).toHaveText(/^Showing 13 to 24 of /);
    await filters(page).getByRole('checkbox', { name: category }).check();
    await expect(page).toHaveURL(new RegExp(`/products\\?category=${slug}$`)); // Back to page 1.
    await expect(count(page)).toHaveText(/^Showing 1 to \d+ of \d+ products$/);
    const filtered = await names(page);
    await filters(page).getByRole('checkbox', { name: other }).check();
    await expect(page).toHaveURL(/category=\w+%2C\w+$/);
    await expect(
      page.getByRole('group', { name: 'Active filters' }).getByRole('button', { name: /^Remove filter/ }),
    ).toHaveCount(2);

    await page.goBack();
    await expect.poll(() => names(page)).toEqual(filtered);
    await expect(filters(page).getByRole('checkbox', { name: other })).not.toBeChecked();
    await page.goForward();
    await expect(filters(page).getByRole('checkbox', { name: other })).toBeChecked();
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(filtered);

    // Scroll down, open a product, reload it, and go back to the same position and product.
    const last = main(page).getByRole('article').last();
    await last.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(100);
    await last.getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/products\/[^?]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.reload();
    await waitForHydration(page);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`category=${slug}$`));
    await expect.poll(() => names(page)).toEqual(filtered);
    await expect(last.getByRole('heading').getByRole('link')).toBeFocused();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled - 50);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await expect(last.getByRole('heading').getByRole('link')).toBeFocused();

    await page.getByRole('button', { name: `Remove filter ${chip}` }).click();
    await expect(page).toHaveURL(/\/products$/);
    await page.goBack();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page).toHaveURL(/\/products$/);
    expect(complaints).toEqual([]);
  });

  test(`changing the page moves the focus to the results (${storefront}) (product 4.1)`, async ({
    page,
    enterStorefront,
  }) => {
    await enterStorefront(storefront);
    await open(page, '/products?sort=price-low');
    const first = await names(page);
    await page.getByRole('navigation', { name: 'Pages of products' }).getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/sort=price-low&page=2$/);
    await expect(count(page)).toHaveText(/^Showing 13 to/);
    await expect(count(page)).toBeFocused();
    expect((await names(page)).some((name) => first.includes(name))).toBe(false);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(10);
  });

  test(`search suggestions work with the keyboard only (${storefront})`, async ({ page, enterStorefront }) => {
    const complaints = collectComplaints(page);
    await enterStorefront(storefront);
    await open(page, '/about');
    await page.waitForLoadState('networkidle');
    const field = page.getByRole('banner').getByRole('combobox', { name: 'Search products' });
    if (storefront === 'jewellery') {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).locator('visible=true').focus();
      await page.keyboard.press('Space');
      await expect(field).toBeFocused();
    } else await field.focus();

    const [typed, meant] = storefront === 'jewellery' ? ['dimond', /Diamond/] : ['tomatos', /Tomato/i];
    await page.keyboard.type(typed);
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await expect(list.getByRole('option').first()).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await expect(list.locator('mark').first()).toHaveText(meant);
    await expectNoViolation(page, 'suggestions', 'header');

    await page.keyboard.press('ArrowDown');
    const chosen = list.getByRole('option', { selected: true });
    await expect(chosen).toHaveCount(1);
    await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
    await expect(field).toHaveValue(typed);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();

    await field.fill(typed === 'dimond' ? 'halo' : 'carrots');
    await expect(list.getByRole('option').first()).toHaveText(/halo|carrots/i);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/products\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/halo|carrots/i);
    expect(complaints).toEqual([]);
  });

  test(`quick view on the home page has its own quantity and returns the focus (${storefront}) (product 4.12)`, async ({
    page,
    enterStorefront,
  }) => {
    const complaints = collectComplaints(page);
    await enterStorefront(storefront);
    await open(page, '/');
    const opener = main(page)
      .getByRole('button', { name: /^Quick view/ })
      .first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Quick view' });
    await expect(dialog.getByRole('heading')).toBeVisible();
    await expectAccessible(page, 'the quick view', 'dialog[open]');
    await expect(dialog.getByRole('button', { name: /^Decrease quantity of / })).toBeDisabled();
    await dialog.getByRole('button', { name: /^Increase quantity of / }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.click();
    await expect(dialog.getByRole('button', { name: /^Decrease quantity of / })).toBeDisabled(); // Closing resets the quantity.
    const choice = dialog.getByRole('radio');
    if ((await choice.count()) > 0) await choice.first().check();
    await dialog.getByRole('button', { name: /^Increase quantity of / }).click();
    await dialog.getByRole('button', { name: 'Add to cart' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 2 items' })).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test(`the filter sheet counts matches of a draft that Show applies and Esc discards (${storefront}) (product 4.1)`, async ({
    page,
    enterStorefront,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enterStorefront(storefront);
    await open(page, '/products');
    // One search: the storefront whose header has another hides it here.
    await expect(page.getByRole('search').locator('visible=true')).toHaveCount(1);
    await main(page).getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: category }).check();
    const show = sheet.getByRole('button', { name: /^Show \d+ products$/ });
    const counted = Number(/\d+/.exec(await show.innerText())?.[0]);
    await expectNoViolation(page, 'the filter sheet', 'dialog[open]');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/products$/);

    await main(page).getByRole('button', { name: 'Filters' }).click();
    await sheet.getByRole('checkbox', { name: category }).check();
    await expect(show).toHaveText(`Show ${counted} products`);
    await show.click();
    await expect(page).toHaveURL(new RegExp(`category=${slug}$`));
    await expect(count(page)).toHaveText(new RegExp(`of ${counted} products$`));
  });
}

test('a category or product page switches to its storefront, by link and by server rendering', async ({
  page,
  request,
}) => {
  await open(page, '/products/category/fruits');
  await expect(page.locator('html')).toHaveAttribute('data-storefront', 'organic');
  await expect(page.getByRole('heading', { level: 1, name: 'Fruits' })).toBeVisible();
  expect(await names(page)).toContain('Bananas');
  const html = await (
    await request.get('/products/category/rings', { headers: { cookie: 'storefront=organic' } })
  ).text();
  expect(html).toContain('data-storefront="jewellery"');
  expect(html).toContain('Halo Diamond Ring');
});

test('pictures can be selected, swiped and enlarged', async ({ page }) => {
  await open(page, '/products/ring-halo');
  const gallery = main(page).getByRole('group', { name: 'Pictures of Halo Diamond Ring' });
  await gallery.getByRole('button', { name: /^Show picture 2 of/ }).press('Enter');
  const second = gallery.getByRole('button', { name: /^Enlarge picture 2/ });
  await expect(second).toBeInViewport();
  // Swiping scrolls the track.
  await second.evaluate((slide) => slide.parentElement?.scrollTo({ left: 0, behavior: 'instant' }));
  await expect(gallery.getByRole('button', { name: /^Show picture 1 of/ })).toHaveAttribute('aria-current', 'true');

  const first = gallery.getByRole('button', { name: /^Enlarge picture 1/ });
  await first.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pictures of Halo Diamond Ring' });
  await expect(dialog.getByText(/^1 \/ \d$/)).toBeVisible();
  await expectNoViolation(page, 'the enlarged picture', 'dialog[open]');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText(/^2 \/ \d$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('an enlarged picture is zoomed by wheel, keys, double tap and pinch, and moved to its edges (product 5.10)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/products/ring-halo');
  const opener = main(page).getByRole('button', { name: /^Enlarge picture 1/ });
  const dialog = page.getByRole('dialog', { name: 'Pictures of Halo Diamond Ring' });
  const box = async () => (await dialog.locator('img').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const width = async () => Math.round((await box()).width);
  const isAtLeastAsWide = (px: number) => expect.poll(width).toBeGreaterThanOrEqual(px);

  // Over the page, the wheel scrolls.
  await opener.hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await expect(dialog).toBeHidden();

  await opener.click();
  await expect.poll(width).toBe(390);
  await page.mouse.move(389, 422);
  await page.mouse.wheel(0, -400);
  await isAtLeastAsWide(800);
  // What is under the pointer stays: the right edge.
  expect((await box()).x + (await width())).toBeCloseTo(390, -1);
  await page.mouse.down();
  await page.mouse.move(20, 422, { steps: 5 });
  expect((await box()).x + (await width())).toBeCloseTo(390, -1);
  await page.mouse.move(389, 422, { steps: 5 });
  await page.mouse.move(2_000, 422, { steps: 5 });
  await page.mouse.up();
  expect((await box()).x).toBeCloseTo(0, 0);
  await expect(dialog.locator('img')).toHaveJSProperty('currentSrc', new URL(await largest(dialog), page.url()).href);

  await page.keyboard.press('0');
  await expect.poll(width).toBe(390);
  await page.keyboard.press('+');
  await expect.poll(width).toBe(585);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Math.round((await box()).x)).toBe(-177);
  await page.keyboard.press('-');
  await expect.poll(width).toBe(390);

  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: (readonly [number, number])[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const pinch = async (y: number) => {
    await touch('touchStart', [185, y]);
    await touch('touchStart', [185, y], [205, y]);
    for (const by of [5, 10, 15, 20]) await touch('touchMove', [185 - by, y], [205 + by, y]);
  };
  const tap = () => touch('touchStart', [195, 422]).then(() => touch('touchEnd'));
  await tap();
  await tap();
  await expect.poll(width).toBe(780);
  await page.keyboard.press('0');
  await pinch(422);
  await touch('touchEnd');
  await isAtLeastAsWide(1_100);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  // Two fingers on the page's picture enlarge it, too.
  const { y = 0, height = 0 } = (await opener.boundingBox()) ?? {};
  await pinch(y + height / 2);
  await expect(dialog).toBeVisible();
  await touch('touchEnd');
  await isAtLeastAsWide(600);
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
});

test('the description of a product has the line breaks of its text (product 5.3)', async ({ page, request }) => {
  const { data } = await (await request.get('/api/products/ring-halo')).json();
  const lines = String(data.description).split('\n');
  expect(lines.length).toBeGreaterThan(1);
  await page.goto('/products/ring-halo');
  const text = main(page)
    .getByRole('tabpanel')
    .getByText(lines[0] ?? '');
  expect((await text.innerText()).split('\n')).toEqual(lines);
});

test('on a phone the buy bar appears once the button has scrolled away', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/products/ring-halo');
  await expect(main(page).getByRole('button', { name: 'Add to cart', exact: true })).toHaveCount(1);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(main(page).getByRole('button', { name: 'Add to cart', exact: true })).toHaveCount(2);
});

test('a customer writes one review of what they bought, which is shown as text and counted (product 5.6, 5.11)', async ({
  page,
  request,
}) => {
  const complaints = collectComplaints(page);
  await page.goto('/auth/login');
  await signInWithGoogle(page, newEmail('reviewer'));
  await expect(page).toHaveURL(/\/$/);
  await buyThroughApi(page.request, 'bracelet-cuff');
  await open(page, '/products/bracelet-cuff');
  const before = Number(
    /\((\d+)\)/.exec(
      await main(page)
        .getByRole('link', { name: /\) reviews$/ })
        .innerText(),
    )?.[1],
  );
  await main(page)
    .getByRole('link', { name: /\) reviews$/ })
    .click();
  await expect(page.getByRole('tab', { name: 'CUSTOMER REVIEWS' })).toHaveAttribute('aria-selected', 'true');
  await main(page).getByRole('button', { name: 'Write a review' }).click();
  const form = page.getByRole('form', { name: 'Write a review' });
  await expect(form.getByRole('textbox')).toBeFocused();
  await form.getByRole('button', { name: 'Submit review' }).click();
  await expect(form.getByRole('alert')).toHaveText('Write a few words before you send your review.');
  // There, the header covers no control by half.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoViolation(page, 'the form of a review', 'main');
  const text = PAYLOADS.join('\n').slice(0, 1_900);
  await form.getByRole('textbox').fill(text);
  await form.getByRole('radio', { name: '2 stars' }).check({ force: true });
  await form.getByRole('button', { name: 'Submit review' }).click();
  await expect(form).toHaveCount(0);
  await expect(
    main(page)
      .getByText(text.split('\n')[0] ?? '')
      .first(),
  ).toBeVisible();
  await expect(main(page).getByText(`${before + 1} ratings`)).toBeVisible();
  expect(complaints).toEqual([]);

  expect((await (await request.get('/api/products/bracelet-cuff/reviews')).json()).data.items[0].comment).toBe(
    text.trim(),
  );
  await page.getByRole('tab', { name: 'CUSTOMER REVIEWS' }).click();
  await main(page).getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('form', { name: 'Write a review' }).getByRole('textbox').fill('Again');
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText('You have already reviewed this product.')).toBeVisible();
});

test('a review of what was not bought waits: its author sees that, also after a reload, and nobody else sees it (product 5.11)', async ({
  page,
  request,
}) => {
  const complaints = collectComplaints(page);
  await logInAsNew(page);
  await open(page, '/products/bracelet-cuff#reviews');
  await main(page).getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('form', { name: 'Write a review' }).getByRole('textbox').fill('See https://evil.example');
  await page.getByRole('button', { name: 'Submit review' }).click();
  const note = main(page).getByText('Your review will be shown once we have checked it.');
  await expect(note).toBeVisible();
  await page.reload();
  await expect(note).toBeVisible();
  await expect(main(page).getByText('See https://evil.example')).toBeVisible();
  await expect(main(page).locator('a[href*="evil"]')).toHaveCount(0);
  expect(await (await request.get('/api/products/bracelet-cuff/reviews')).text()).not.toContain('evil');
  expect(complaints).toEqual([]);
});

test('sitemap, robots.txt and structured data help search engines find every product (product 15.3)', async ({
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap.match(/<loc>[^<]*\/products\/[^/<]+<\/loc>/g)?.length).toBeGreaterThan(60);
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
  const html = await (await request.get('/products/ring-halo')).text();
  expect(html).toMatch(/<link rel="canonical" href="https?:[^"]+\/products\/ring-halo"\/?>/);
  expect(html).toContain('"@type":"BreadcrumbList"');
});
