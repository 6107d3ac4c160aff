import type { Locator, Page } from '@playwright/test';
import { firstBuyable, open } from '../support/checkout';
import { section } from '../support/home';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';

const PHONE = { width: 390, height: 844 };
const SLIDE_INTERVAL_MS = 6_000;

const shownSlide = (page: Page): Promise<string | null> =>
  section(page, 'Highlights').locator('[aria-roledescription="slide"]:not([inert])').getAttribute('aria-label');
/** Whether an element is within its carousel's viewport. */
const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, right } = node.getBoundingClientRect();
    return left >= -1 && right <= window.innerWidth + 1;
  });
const currentDot = (dots: Locator): Promise<string | null> =>
  dots.locator('[aria-current="true"]').getAttribute('aria-label');

/**
 * Swipes across two thirds of an element, from its end or from its start, with real touch events.
 */
const swipe = async (page: Page, element: Locator, direction: 'next' | 'previous' = 'next'): Promise<void> => {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to swipe');
  const cdp = await page.context().newCDPSession(page);
  const y = box.y + Math.min(box.height / 2, 200);
  const [from, step] = direction === 'next' ? [PHONE.width - 30, -20] : [30, 20];
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] });
  for (let moved = 1; moved <= 12; moved += 1)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from + moved * step, y }] });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

test('a card of the organic home becomes a stepper, also in another tab (product 4.15)', async ({ page, context }) => {
  const complaints = collectComplaints(page);
  await open(page, '/?store=organic');
  await page.getByRole('button', { name: 'Add to cart: Bananas' }).first().click();
  const more = page.getByRole('button', { name: 'Increase quantity of Bananas' }).first();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  const other = await context.newPage();
  await open(other, '/?store=organic');
  await expect(other.getByRole('group', { name: 'Quantity of Bananas' }).first()).toContainText('2');
  await other.getByRole('button', { name: 'Decrease quantity of Bananas' }).first().click();
  await expect(page.getByRole('group', { name: 'Quantity of Bananas' }).first()).toContainText('1');
  await page.getByRole('button', { name: 'Decrease quantity of Bananas' }).first().click();
  await expect(page.getByRole('button', { name: 'Add to cart: Bananas' }).first()).toBeFocused();
  expect(complaints).toEqual([]);
});

test.describe('the hero slider', () => {
  test('advances every six seconds, stops while hovered, and can be paused', async ({ page }) => {
    const complaints = collectComplaints(page);
    await page.clock.install();
    await open(page, '/');
    await page.mouse.move(5, 5);
    expect(await shownSlide(page)).toBe('1 of 3');
    await page.clock.runFor(SLIDE_INTERVAL_MS);
    await expect.poll(() => shownSlide(page)).toBe('2 of 3');
    await expect
      .poll(() => isInView(section(page, 'Highlights').getByRole('heading', { level: 2, name: /The moon/ })))
      .toBe(true);

    await section(page, 'Highlights').hover();
    await page.clock.runFor(SLIDE_INTERVAL_MS + 1_000);
    expect(await shownSlide(page)).toBe('2 of 3');
    await section(page, 'Highlights').getByRole('button', { name: 'Pause slides' }).click();
    await page.mouse.move(5, 5);
    await page.getByRole('link', { name: 'Skip to' }).focus();
    await page.clock.runFor(SLIDE_INTERVAL_MS + 1_000);
    expect(await shownSlide(page)).toBe('2 of 3');
    expect(complaints).toEqual([]);
  });

  test('has named controls that wrap and lock for a second, and hidden slides cannot be focused', async ({ page }) => {
    await open(page, '/');
    const hero = section(page, 'Highlights');
    await hero.getByRole('group', { name: '1 of 3' }).getByRole('link', { name: 'Shop now' }).focus();
    await page.keyboard.press('Tab');
    await expect(hero.getByRole('button', { name: 'Previous slide' })).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await shownSlide(page)).toBe('3 of 3');
    await expect(hero.getByRole('button', { name: 'Previous slide' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Enter');
    expect(await shownSlide(page)).toBe('3 of 3');
    await expect(hero.getByRole('button', { name: 'Previous slide' })).toBeFocused();
    await expect(hero.getByRole('button', { name: 'Previous slide' })).not.toHaveAttribute('aria-disabled');
    for (const name of ['Slide 1', 'Slide 2', 'Slide 3', 'Next slide']) {
      await page.keyboard.press('Tab');
      await expect(hero.getByRole('button', { name })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    expect(await shownSlide(page)).toBe('1 of 3');
    await page.keyboard.press('Tab');
    await expect(hero.getByRole('button', { name: 'Pause slides' })).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await hero.evaluate((node) => node.contains(document.activeElement))).toBe(false);
  });

  test('links from a slide to the shop', async ({ page }) => {
    await open(page, '/');
    await section(page, 'Highlights')
      .getByRole('group', { name: '1 of 3' })
      .getByRole('link', { name: 'Shop now' })
      .click();
    await expect(page).toHaveURL(/\/shop$/);
  });

  test('does not advance with reduced motion, but its controls work', async ({ browser }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.clock.install();
    await open(page, '/');
    await page.clock.runFor(SLIDE_INTERVAL_MS + 1_500);
    expect(await shownSlide(page)).toBe('1 of 3');
    await section(page, 'Highlights').getByRole('button', { name: 'Next slide' }).click();
    expect(await shownSlide(page)).toBe('2 of 3');
    expect(await isInView(section(page, 'Highlights').getByRole('heading', { name: /The moon/ }))).toBe(true);
    await context.close();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('every carousel can be swiped, and updates its dots and arrows (product 3.4, 3.6, 3.8, 3.9)', async ({
    page,
  }) => {
    const complaints = collectComplaints(page);
    await open(page, '/');

    const hero = section(page, 'Highlights');
    await swipe(page, hero.locator('[aria-live]'));
    await expect.poll(() => shownSlide(page)).toBe('2 of 3');

    const categories = section(page, 'Shop by category');
    await expect(categories.getByRole('button', { name: 'Previous categories' })).toBeDisabled();
    expect(await isInView(categories.getByRole('link').nth(2))).toBe(true);
    expect(await isInView(categories.getByRole('link').nth(3))).toBe(false);
    await swipe(page, categories.getByRole('link').nth(1));
    await expect(categories.getByRole('button', { name: 'Next categories' })).toBeDisabled();
    await expect(categories.getByRole('button', { name: 'Previous categories' })).toBeEnabled();

    const top = section(page, 'Top products');
    const position = top.getByRole('group', { name: 'Position' });
    expect(await isInView(top.getByRole('article').nth(1))).toBe(false); // One at a time.
    await swipe(page, top.getByRole('article').first());
    await expect.poll(() => currentDot(position)).toBe('Go to position 2');
    // The dot updates while the row is still scrolling.
    await expect.poll(() => isInView(top.getByRole('article').nth(1))).toBe(true);

    const trending = section(page, 'Trending');
    await swipe(page, trending.getByRole('article').first());
    await expect.poll(() => currentDot(trending.getByRole('group', { name: 'Page' }))).toBe('Page 2');
    await expect(trending.getByRole('article').nth(8)).toBeVisible();

    const brands = section(page, 'Our makers');
    const pages = brands.getByRole('group', { name: 'Brand pages' });
    await expect(pages.getByRole('button')).toHaveCount(3);
    await swipe(page, brands.getByRole('link').first());
    await expect.poll(() => currentDot(pages)).toBe('Page 2');
    expect(await isInView(brands.getByRole('link').nth(4))).toBe(true);
    await swipe(page, brands.getByRole('link').nth(4), 'previous');
    await expect.poll(() => currentDot(pages)).toBe('Page 1');
    await pages.getByRole('button', { name: 'Page 3' }).tap();
    await expect.poll(() => isInView(brands.getByRole('link').nth(9))).toBe(true);
    await pages.getByRole('button', { name: 'Page 1' }).tap();
    await expect.poll(() => isInView(brands.getByRole('link').nth(0))).toBe(true);
    expect(complaints).toEqual([]);
  });
});

test.describe('on a wide screen', () => {
  test('six categories fit, brands have two rows of five, and top products and trending can be paged (product 3.4, 3.6, 3.8, 3.9)', async ({
    page,
  }) => {
    await open(page, '/');
    const categories = section(page, 'Shop by category').getByRole('link');
    // The five of the storefront share the width: with copies there are more than a page.
    const perView = await categories.evaluateAll((links) => {
      const track = links[0]?.parentElement;
      const copies = links.map((link) => link.cloneNode(true));
      track?.append(...copies);
      const [first = NaN, second = NaN] = links.map((link) => link.getBoundingClientRect().left);
      const fitting = (track?.clientWidth ?? NaN) / (second - first);
      track?.replaceChildren(...links);
      return Math.round(fitting);
    });
    expect(perView).toBe(6);
    const rows = await section(page, 'Our makers')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)));
    expect(rows.map((top) => top === rows[0])).toEqual([...Array(5).fill(true), ...Array(5).fill(false)]);
    expect(new Set(rows).size).toBe(2);
    const top = section(page, 'Top products');
    const position = top.getByRole('group', { name: 'Position' });
    const products = await top.getByRole('article').count();
    await expect(position.getByRole('button')).toHaveCount(products - 5 + 1);
    expect(await isInView(top.getByRole('article').nth(4))).toBe(true);
    expect(await isInView(top.getByRole('article').nth(5))).toBe(false);
    await top.getByRole('button', { name: 'Previous products' }).click(); // Wraps around.
    await expect.poll(() => isInView(top.getByRole('article').last())).toBe(true);
    // It follows the smooth scrolling.
    await expect.poll(() => currentDot(position)).toBe(`Go to position ${products - 4}`);
    await top.getByRole('button', { name: 'Next products' }).press('Enter');
    await expect.poll(() => isInView(top.getByRole('article').first())).toBe(true);

    // Arrow keys change the tab; the carousel starts at the beginning.
    await position.getByRole('button', { name: 'Go to position 2' }).click();
    await top.getByRole('tab').first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(top.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => isInView(top.getByRole('article').first())).toBe(true);

    const trending = section(page, 'Trending');
    await trending.getByRole('button', { name: 'Page 2' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => isInView(trending.getByRole('article').nth(8))).toBe(true);
    const first = await trending.getByRole('heading', { level: 3 }).first().textContent();
    expect(await trending.getByRole('heading', { level: 3 }).nth(8).textContent()).not.toBe(first);
  });

  test('the last product of a carousel can be added to the cart with the keyboard only', async ({ page }) => {
    await open(page, '/');
    // Most rings have sizes to choose.
    await section(page, 'Top products').getByRole('tab', { name: 'Necklaces' }).click();
    const products = section(page, 'Top products').getByRole('article');
    await expect(products.first().getByRole('heading')).toContainText(/pendant|necklace|chain|strand|locket|bar/i);
    const add = page.getByRole('button', { name: /^Add to cart/ });
    expect(await products.count()).toBeGreaterThan(5); // those in view at first
    const last = products.filter({ has: add }).last(); // others have options to choose
    expect(await isInView(last)).toBe(false);
    await last.getByRole('button', { name: /^Add to cart/ }).focus();
    await expect.poll(() => isInView(last)).toBe(true);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  });
});

test('stored cart and wishlist are restored without warnings, and a click before hydration is not lost (product 9.2)', async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await open(page, '/');
  const card = firstBuyable(section(page, 'Top products'));
  await card.getByRole('button', { name: /^Add to cart/ }).click();
  await card.getByRole('button', { name: /^Add .* to wishlist/ }).click();
  await page.reload({ waitUntil: 'commit' });
  const again = firstBuyable(section(page, 'Top products'));
  await again.getByRole('button', { name: /^Add to cart/ }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 2 items' })).toBeVisible();
  await expect(again.getByRole('button', { name: /^Add .* to wishlist/ })).toHaveAttribute('aria-pressed', 'true');
  expect(complaints).toEqual([]);
});

test('Back to the home page, right after a reload, finds its place on a phone (product 2.7)', async ({
  page,
  enterStorefront,
}) => {
  await enterStorefront('organic');
  await page.setViewportSize(PHONE);
  await open(page, '/');
  const product = section(page, 'Top products').getByRole('article').nth(6);
  await product.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
  await product.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/products\//);
  // Its effects have run: before, the router's would take the place of the product's page for that of the home page.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await waitForHydration(page);
  await page.goBack();
  await expect(product.getByRole('heading')).toBeInViewport();
});
