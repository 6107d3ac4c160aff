import { expectAccessible } from '../support/accessibility';
import type { Page } from '@playwright/test';
import { createAccount, logIn, logInAsNew, logInThroughApi, newEmail, PASSWORD } from '../support/identity';
import { expectPrintable, fillCheckout, firstBuyable, fillPostalAddress, main, open } from '../support/checkout';
import { collectComplaints, expect, storefronts, test } from '../support/shop';

const fillAddress = async (page: Page, label: string, street: string): Promise<void> => {
  await page.getByLabel(/^Name of this address/).fill(label);
  await fillPostalAddress(page, { street });
};

test('addresses can be added, changed, made default and deleted, and fill in the checkout (product 9.1)', async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await logInAsNew(page);
  await open(page, '/addresses');
  await expect(page.getByText('No addresses yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).click();
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Name this address.')).toBeVisible();
  await fillAddress(page, 'Home', '12 Analytical Row');
  await page.getByRole('button', { name: 'Save address' }).click();
  const home = page.getByRole('article', { name: 'Address Home' });
  await expect(home).toContainText('12 Analytical Row');
  await expect(home).toContainText('Default for billing');

  await page.getByRole('button', { name: 'Add a new address' }).click();
  await fillAddress(page, 'Studio', '1 Pearl Street');
  await page.getByLabel('Use as the default for shipping').check();
  await page.getByRole('button', { name: 'Save address' }).click();
  const studio = page.getByRole('article', { name: 'Address Studio' });
  await expect(studio).toContainText('Default for shipping');
  await expect(home).not.toContainText('Default for shipping');
  await page.getByRole('button', { name: 'Edit Home address' }).click();
  await page.getByLabel(/^Street address/).fill('14 Analytical Row');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.reload();
  await expect(home).toContainText('14 Analytical Row');

  await open(page, '/products/ring-halo');
  await main(page)
    .getByRole('button', { name: /^Add to cart$/ })
    .first()
    .click();
  await open(page, '/checkout');
  await expect(page.getByLabel(/^Street address/)).toHaveValue('14 Analytical Row');
  await expect(page.getByLabel('Ship to').locator('option:checked')).toContainText('Studio');

  await open(page, '/addresses');
  await page.getByRole('button', { name: 'Delete Studio address' }).click();
  await page.getByRole('alertdialog', { name: 'Delete Studio?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(studio).toBeHidden();
  await expect(home).toContainText('Default for shipping');
  expect(complaints).toEqual([]);
});

test('a customer can view, reorder and cancel an order (product 1.6, 7.12, 9.1)', async ({ page }) => {
  const complaints = collectComplaints(page);
  await logInAsNew(page);
  await open(page, '/products/ring-halo');
  await main(page)
    .getByRole('button', { name: /^Add to cart$/ })
    .first()
    .click();
  await open(page, '/checkout');
  await fillCheckout(page, 'ada@example.com');
  await page.getByLabel('I have read and agree to the website terms and conditions *').check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/\/checkout\/order-received\/.+/);
  const number = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');

  await open(page, '/dashboard');
  await expect(main(page)).toContainText(number);
  await page.getByRole('navigation', { name: 'Account', exact: true }).getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  await page.getByRole('button', { name: `Buy again: order ${number}` }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await page.getByRole('link', { name: `View order ${number}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  await expectPrintable(page, ['Halo', 'Billing address', 'Shipping address', 'Total']);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep order' }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(main(page).getByText('Canceled', { exact: true })).toBeVisible();
  await page.reload();
  await expect(main(page).getByText('Canceled', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a guest's wishlist moves to the account at sign-in, appears on all devices and leaves the browser at sign-out (product 8.12, 9.2)", async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await createAccount(email);
  await open(page, '/products');
  await firstBuyable(main(page))
    .getByRole('button', { name: /to wishlist$/ })
    .click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await logIn(page, email);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shop.wishlist'))).toBe('[]');

  const phone = await browser.newContext();
  const other = await phone.newPage();
  await logInThroughApi(other, email);
  await open(other, '/wishlist');
  await expect(other.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 item' })).toBeAttached();
  const removed = other.waitForResponse((response) => response.request().method() === 'DELETE');
  await other.getByRole('button', { name: /^Move to cart/ }).click();
  await expect(other.getByText('Nothing here yet')).toBeVisible();
  expect((await removed).ok()).toBe(true);
  await phone.close();

  await open(page, '/wishlist');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await open(page, '/products');
  await main(page)
    .getByRole('button', { name: /to wishlist$/ })
    .first()
    .click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await open(page, '/account');
  await page.getByRole('navigation', { name: 'Account', exact: true }).getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Wishlist, 0 items' })).toBeVisible();
});

test('profile, password and devices can be managed (product 9.1)', async ({ page, browser }) => {
  const email = await logInAsNew(page);
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  });
  const other = await phone.newPage();
  await logInThroughApi(other, email);

  await open(page, '/account');
  await page.getByLabel('Name').fill('Ada King');
  await page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account of Ada King' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out Safari on iOS' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Safari on iOS is logged out.' })).toBeVisible();
  await other.goto('/orders');
  await expect(other).toHaveURL(/\/auth\/login/);
  await phone.close();

  const form = page.getByRole('form', { name: 'Change password' });
  await form.locator('input').nth(0).fill('not the password');
  await form.locator('input').nth(1).fill('a new password');
  await form.locator('input').nth(2).fill('a new password');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('This is not your current password.')).toBeVisible();
  await form.locator('input').nth(0).fill(PASSWORD);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeVisible();
  await expect(main(page).getByText('Password changed')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});

for (const storefront of storefronts) {
  test(`sign-in pages (${storefront}) are accessible, fit 320 px and hydrate without warnings (product 15.1)`, async ({
    page,
    enterStorefront,
  }) => {
    await enterStorefront(storefront);
    const complaints = collectComplaints(page);
    for (const path of ['/auth/login', '/auth/login?google=failed', '/auth/register', '/auth/forgot-password']) {
      await open(page, path);
      await expectAccessible(page, path);
    }
    await open(page, '/auth/forgot-password');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expectAccessible(page, 'an error');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page).toHaveURL(/verify-reset-otp/);
    await expectAccessible(page, '/auth/verify-reset-otp');
    expect(complaints).toEqual([]);
  });

  test(`account pages (${storefront}) are accessible, fit 320 px and hydrate without warnings (product 15.1)`, async ({
    page,
    enterStorefront,
  }) => {
    await enterStorefront(storefront);
    await logInAsNew(page);
    const complaints = collectComplaints(page);
    for (const path of ['/account', '/dashboard', '/orders', '/addresses', '/wishlist']) {
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, path, 'main');
    }
    await open(page, '/addresses');
    await page.getByRole('button', { name: 'Add address' }).click();
    await expectAccessible(page, 'the address editor', 'main');
    expect(complaints).toEqual([]);
    await open(page, '/orders/ORD-0000-0000');
    await expect(main(page).getByText('Order not found')).toBeVisible();
  });
}
