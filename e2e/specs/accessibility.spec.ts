import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoViolation } from '../support/accessibility';
import { cartButton, expectMail, main, open, receivedNumber } from '../support/checkout';
import { newEmail } from '../support/identity';
import { PUBLIC_PAGES } from '../support/pages';
import { expect, paintFrames, storefronts, test, waitForHydration } from '../support/shop';

const MAX_TABS = 120;

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
  }
  throw new Error(`${MAX_TABS} presses of ${key} did not reach ${String(target)}`);
};

for (const storefront of storefronts) {
  test(`menus, search, quick view, notices and errors are accessible (${storefront})`, async ({
    page,
    enterStorefront,
  }) => {
    await enterStorefront(storefront);
    await open(page, '/');
    await page.getByRole('banner').getByRole('button', { name: 'Categories' }).click();
    await expectNoViolation(page, 'the menu of categories');
    await page.keyboard.press('Escape');

    if (storefront === 'jewellery')
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).locator('visible=true').click();
    await page
      .getByRole('banner')
      .getByRole('combobox', { name: 'Search products' })
      .fill(storefront === 'jewellery' ? 'ring' : 'car');
    await expect(page.getByRole('listbox')).toBeVisible();
    await expectNoViolation(page, 'search with suggestions');
    await page.keyboard.press('Escape');

    await open(page, '/products');
    await main(page)
      .getByRole('button', { name: /^Quick view/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'the quick view');
    await page.keyboard.press('Escape');

    await main(page)
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click();
    await expectNoViolation(page, 'a notice');

    await open(page, '/checkout');
    await page.getByLabel('I have read and agree to the website terms and conditions *').check();
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByLabel(/^First name/)).toBeFocused();
    await expectAccessible(page, 'the checkout with its errors');

    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/products');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectNoViolation(page, 'the menu on a phone');
    await page.keyboard.press('Escape');
    await main(page)
      .getByRole('button', { name: /^Filters/ })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolation(page, 'the filters on a phone');
  });

  test(`failures of a remote, a section and the API are accessible (${storefront})`, async ({
    page,
    enterStorefront,
  }) => {
    await enterStorefront(storefront);
    await page.route('**/remotes/mfe-auth/**', (route) => route.abort());
    await open(page, '/about');
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Wishlist/ })
      .click();
    await expect(main(page).getByRole('button', { name: 'Retry' })).toBeVisible();
    await expectAccessible(page, "a remote's panel");

    await page.route('**/api/**', (route) => route.abort());
    await page.locator('a[href="/products"]').locator('visible=true').first().click();
    await expect(main(page).getByRole('alert')).toContainText('Error loading products:');
    await expectAccessible(page, 'a listing that failed');
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
    await expect(main(page).getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    await expectAccessible(page, 'a home whose sections failed');
  });
}

test('a purchase with the keyboard only', async ({ page, request }) => {
  test.setTimeout(90_000);
  await page.goto('/');
  await waitForHydration(page);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused();

  const product = main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
    .first();
  await tabTo(page, product.getByRole('link').last());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products\/[^?]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, main(page).getByRole('button', { name: 'Add to cart', exact: true }).first());
  await page.keyboard.press('Enter');
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');

  await tabTo(page, cartButton(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^Your cart/ });
  await expect(drawer).toBeVisible();
  await tabTo(page, drawer.getByRole('link', { name: /checkout/i }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused();

  const email = newEmail('keyboard');
  const texts = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'Street address': '12 Analytical Row',
    'Town / City': 'New York',
    State: 'New York',
    'ZIP Code': '10001',
    Phone: '+1 212 555 0100',
    'Email address': email,
  };
  for (const [label, text] of Object.entries(texts)) {
    await tabTo(page, page.getByLabel(new RegExp(`^${label}`)).first());
    await page.keyboard.type(text);
  }
  await tabTo(page, page.getByLabel('I have read and agree to the website terms and conditions *'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Place order' }));
  await page.keyboard.press('Enter');
  const number = await receivedNumber(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectMail(request, email, `Your order ${number}`);
});

test('reduced motion disables all animation', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const moving: string[] = [];
    Object.assign(window, { moving });
    const note = ({
      target,
      ...event
    }: Event & { propertyName?: string; animationName?: string; elapsedTime?: number }): void => {
      const seconds = (event as { elapsedTime?: number }).elapsedTime ?? 0;
      if (seconds > 0.01) moving.push(`${(target as Element).className}: ${seconds} s`);
    };
    for (const name of ['transitionend', 'animationend', 'animationiteration'])
      document.addEventListener(name, note, true);
  });
  for (const path of ['/', '/products', '/products/ring-halo', '/cart']) {
    await page.goto(path);
    await waitForHydration(page);
    // Every animation and transition, however long.
    const longest = await page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
      ),
    );
    expect(longest, `${path}: milliseconds of the longest movement`).toBeLessThanOrEqual(1);
    await page.mouse.move(300, 500);
    await page.mouse.wheel(0, 400);
    await paintFrames(page, 12);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  }
  await cartButton(page).click();
  await expect(page.getByRole('dialog', { name: /^Your cart/ })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { moving: string[] }).moving)).toEqual([]);
  await context.close();
});

test('with forced colors every control shows its bounds, focus and selection', async ({ browser }) => {
  const context = await browser.newContext({ forcedColors: 'active', serviceWorkers: 'block' });
  const page = await context.newPage();
  for (const path of PUBLIC_PAGES) {
    await page.goto(path);
    await waitForHydration(page);
    // In forced colors box shadows are not drawn, so the focus ring must be an outline.
    const target = main(page).locator('a[href], button:not([disabled])').locator('visible=true').first();
    if ((await target.count()) === 0) continue;
    await target.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const { style, width } = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return { style: outlineStyle, width: parseFloat(outlineWidth) };
    });
    expect(style, path).not.toBe('none');
    expect(width, path).toBeGreaterThanOrEqual(2);
  }
  // In forced colors the selected option is shown by its border, not its background.
  await page.goto('/products/ring-halo');
  await waitForHydration(page);
  for (const chosen of [
    page.getByRole('group', { name: 'Store' }).getByRole('link', { name: /Oriel/ }),
    page.getByRole('tab', { selected: true }),
    main(page).getByRole('button', { pressed: true }).first(),
  ]) {
    if ((await chosen.count()) === 0) continue;
    expect(await chosen.evaluate((element) => getComputedStyle(element).outlineStyle), String(chosen)).toBe('solid');
  }
  await context.close();
});
