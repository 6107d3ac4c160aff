import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoViolation } from '../support/accessibility';
import { cartButton, expectMail, main, open, receivedNumber } from '../support/checkout';
import { newEmail } from '../support/identity';
import { expect, storefronts, test, waitForHydration } from '../support/shop';

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
  test(`menus, notices and errors are accessible (${storefront}) (product 15.1)`, async ({ page, enterStorefront }) => {
    await enterStorefront(storefront);
    await open(page, '/');
    await page.getByRole('banner').getByRole('button', { name: 'Categories' }).click();
    await expectNoViolation(page, 'the menu of categories', 'header');
    await page.keyboard.press('Escape');

    await open(page, '/products');
    await main(page)
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click();
    await expectNoViolation(page, 'a notice', '[role=status]');

    await open(page, '/checkout');
    await page.getByLabel('I have read and agree to the website terms and conditions *').check();
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByLabel(/^Email/)).toBeFocused();
    await expectAccessible(page, 'the checkout with its errors', 'main');

    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/products');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectNoViolation(page, 'the menu on a phone', 'dialog[open]');
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
    await expectAccessible(page, "a remote's panel", 'main');

    await page.route('**/api/**', (route) => route.abort());
    await page.locator('a[href="/products"]').locator('visible=true').first().click();
    await expect(main(page).getByRole('alert')).toContainText('Error loading products:');
    await expectAccessible(page, 'a listing that failed', 'main');
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
    await expect(main(page).getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    await expectAccessible(page, 'a home whose sections failed', 'main');
  });
}

test('a purchase with the keyboard only (product 15.1)', async ({ page, request }) => {
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
