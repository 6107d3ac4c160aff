import { expectAccessible } from '../support/accessibility';
import type { BrowserContext, Page } from '@playwright/test';
import {
  addFirstProduct,
  agreeAndPlace,
  cartButton,
  fillCheckout,
  main,
  open,
  openDrawer,
  receivedNumber,
  readTotal,
  totals,
} from '../support/checkout';
import { createAccount, logIn, logInThroughApi, newEmail } from '../support/identity';
import { newNetwork } from '../support/network';
import { collectComplaints, expect, storefronts, test } from '../support/shop';

test.describe('the drawer', () => {
  test('closes by X, Esc, a click outside or following a link, and returns the focus (product 6.3)', async ({
    page,
  }) => {
    await addFirstProduct(page);
    const drawer = await openDrawer(page);
    await drawer.getByRole('button', { name: 'Close your cart' }).click();
    await expect(drawer).toBeHidden();
    await expect(cartButton(page)).toBeFocused();
    await openDrawer(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(cartButton(page)).toBeFocused();
    await openDrawer(page);
    await page.mouse.click(50, 400);
    await expect(drawer).toBeHidden();
    await openDrawer(page);
    await drawer.getByRole('link', { name: 'View cart' }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(drawer).toBeHidden();
  });

  for (const storefront of storefronts) {
    test(`is accessible and fits 320 px, empty or with line items (${storefront})`, async ({
      page,
      enterStorefront,
    }) => {
      await enterStorefront(storefront);
      await page.setViewportSize({ width: 320, height: 640 });
      await addFirstProduct(page);
      const drawer = await openDrawer(page);
      for (const state of ['full', 'empty']) {
        await expectAccessible(page, state);
        if (state === 'full') await drawer.getByRole('button', { name: /^Remove/ }).click();
      }
      await expect(drawer.getByText('Your Cart is Empty')).toBeVisible();
    });
  }
});

for (const storefront of storefronts)
  test(`quantities, removing, clearing and undo work, and the cart survives a reload (${storefront})`, async ({
    page,
    enterStorefront,
  }) => {
    await enterStorefront(storefront);
    const complaints = collectComplaints(page);
    await addFirstProduct(page);
    await open(page, '/cart');
    await main(page)
      .getByRole('button', { name: /^Increase quantity of / })
      .click();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 2 items');
    await main(page).getByRole('button', { name: 'Update Cart' }).click();
    await expect(page.getByText('Your cart is up to date.')).toBeVisible();
    await main(page).getByRole('button', { name: 'Clear Cart' }).click();
    await expect(main(page).getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 2 items');
    await page.reload();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 2 items');
    expect(complaints).toEqual([]);
  });

test('a coupon reduces the total of cart and order, and a wrong one is reported at its field (product 6.8, 6.9)', async ({
  page,
}) => {
  await addFirstProduct(page);
  await open(page, '/cart');
  const before = await readTotal(page);
  await page.getByLabel('Coupon code').fill('never-was');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(main(page).getByText('This coupon is not valid.')).toBeVisible();
  await page.getByLabel('Coupon code').fill('welcome10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(totals(page)).toContainText('WELCOME10');
  const after = await readTotal(page);
  expect(Number(after.slice(1))).toBeCloseTo(Number(before.slice(1)) * 0.9, 1);
  await page.reload();
  await expect(totals(page)).toContainText('WELCOME10');
  await totals(page).getByRole('link', { name: 'Proceed to Checkout' }).click();
  const email = newEmail();
  await fillCheckout(page, email);
  await agreeAndPlace(page);
  await receivedNumber(page);
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('WELCOME10');

  // Once per customer: the second order reports it, continues without the coupon, and keeps the input.
  await addFirstProduct(page);
  await open(page, '/checkout');
  await page.getByRole('button', { name: 'Have a coupon?' }).click();
  await page.getByLabel('Coupon code').fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply coupon' }).click();
  await fillCheckout(page, email.toUpperCase());
  await agreeAndPlace(page);
  await expect(
    main(page).getByText(/You have already used this coupon.*Your cart now shows what you would get/),
  ).toBeVisible();
  await expect(page.getByLabel(/^Street address/)).toHaveValue('12 Analytical Row');
  await page.getByRole('button', { name: 'Place order' }).click();
  await receivedNumber(page);
});

test.describe('signed in', () => {
  const newDevice = async (page: Page): Promise<{ context: BrowserContext; device: Page }> => {
    const context = await page
      .context()
      .browser()
      ?.newContext({ extraHTTPHeaders: { 'x-forwarded-for': newNetwork() } });
    if (!context) throw new Error('There is no browser');
    return { context, device: await context.newPage() };
  };

  test("a guest's cart is merged into the account, appears on another device, and leaves the browser at sign-out (product 6.7)", async ({
    page,
  }) => {
    const email = newEmail();
    await createAccount(email);
    await addFirstProduct(page);
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/api/cart') && response.request().method() === 'PUT',
    );
    await logIn(page, email);
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
    expect((await saved).ok()).toBe(true);

    const { context, device } = await newDevice(page);
    await logInThroughApi(device, email);
    await open(device, '/cart');
    await expect(cartButton(device)).toHaveAccessibleName('Cart, 1 item');
    const changed = device.waitForResponse(
      (response) => response.url().endsWith('/api/cart') && response.request().method() === 'PUT',
    );
    await main(device)
      .getByRole('button', { name: /^Increase quantity of / })
      .click();
    expect((await changed).ok()).toBe(true);
    await context.close();

    await page.reload();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 2 items');
    await open(page, '/account');
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 0 items');
    expect(await page.evaluate(() => localStorage.getItem('shop.cart'))).not.toContain('productId');
  });
});
