import { expectAccessible } from '../support/accessibility';
import type { Page } from '@playwright/test';
import {
  addFirstProduct,
  agreeAndPlace,
  cartButton,
  expectMail,
  fillCheckout,
  keepProviderAlive,
  main,
  open,
  receivedNumber,
} from '../support/checkout';
import { createAccount, logIn, newEmail } from '../support/identity';
import { collectComplaints, expect, storefronts, test, waitForHydration } from '../support/shop';

const firstProduct = { jewellery: /ring/i, organic: /carrots/i } as const;
const query = { jewellery: 'halo', organic: 'carrots' } as const;

for (const storefront of storefronts) {
  test(`a guest buys in the ${storefront} storefront: home, search, product, cart, checkout, mail`, async ({
    page,
    enterStorefront,
    request,
  }) => {
    const complaints = collectComplaints(page);
    await enterStorefront(storefront);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click();
    await expect(page).toHaveURL(/\/products$/);
    const search = page.getByRole('main').getByRole('searchbox');
    await search.fill(query[storefront]);
    await search.press('Enter');
    await expect(page).toHaveURL(new RegExp(`q=${query[storefront]}`));
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/\d products?/);

    await page.getByRole('main').getByRole('link', { name: firstProduct[storefront] }).first().click();
    await expect(page).toHaveURL(/\/products\/[^?]+$/);
    // The URL changes shortly before the page.
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Shop');
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add to cart$/ })
      .first()
      .click();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');

    await cartButton(page).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText(name).first()).toBeVisible();
    await drawer.getByRole('link', { name: /checkout/i }).click();
    await expect(page).toHaveURL(/\/checkout$/);

    const email = newEmail(`guest-${storefront}`);
    await fillCheckout(page, email);
    const placeOrder = page.getByRole('button', { name: 'Place order' });
    await expect(placeOrder).toBeDisabled();
    await agreeAndPlace(page);

    const number = await receivedNumber(page);
    await expect(page.getByRole('main')).toContainText(number);
    await expect(page.getByRole('main')).toContainText(name);
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 0 items');

    await expectAccessible(page, 'order received');

    // The order is in the database: another server-rendered page load shows it.
    await page.reload();
    await expect(page.getByRole('main')).toContainText(number);
    await expectMail(request, email, `Your order ${number}`);
    expect(complaints).toEqual([]);
  });
}

const methods = [
  { method: 'Direct bank transfer', done: 'Finish with a bank transfer' },
  { method: 'Cash on delivery', done: 'Please pay in cash when your order arrives.' },
  { method: 'Global payment', done: 'Your payment has arrived.' },
] as const;

for (const storefront of storefronts) {
  for (const shopper of ['a guest', 'a signed-in shopper'] as const) {
    for (const { method, done } of methods) {
      test(`${shopper} pays by ${method.toLowerCase()} in the ${storefront} storefront`, async ({
        page,
        enterStorefront,
        request,
      }) => {
        const complaints = collectComplaints(page);
        await enterStorefront(storefront);
        const email = newEmail();
        if (shopper === 'a signed-in shopper') {
          await createAccount(email);
          await logIn(page, email);
        }
        await addFirstProduct(page);
        await open(page, '/checkout');
        await fillCheckout(page, email);
        await page.getByLabel(method).check();
        await agreeAndPlace(page);
        if (method === 'Global payment') {
          await expect(page.getByRole('heading', { level: 1, name: /^Pay \$/ })).toBeVisible();
          await page.getByRole('button', { name: 'Pay', exact: true }).click();
        }
        const number = await receivedNumber(page);
        await expect(main(page)).toContainText(done);
        await expect(cartButton(page)).toHaveAccessibleName('Cart, 0 items');
        await expectMail(request, email, `Your order ${number}`);
        if (shopper === 'a signed-in shopper') {
          await open(page, '/orders');
          await expect(main(page)).toContainText(number);
        }
        expect(complaints).toEqual([]);
      });
    }
  }
}

test.describe('online payment', () => {
  const placeWaiting = async (page: Page): Promise<string> => {
    const email = newEmail();
    await addFirstProduct(page);
    await open(page, '/checkout');
    await fillCheckout(page, email);
    await page.getByLabel('Global payment').check();
    await agreeAndPlace(page);
    await expect(page.getByRole('heading', { level: 1, name: /^Pay \$/ })).toBeVisible();
    return email;
  };

  test('after a declined payment the order can be paid again on its page', async ({ page, request }) => {
    const email = await placeWaiting(page);
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('Your payment is not here yet')).toBeVisible();
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByLabel('Notify the shop').selectOption('Twice');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Your payment has arrived.')).toBeVisible();
    await expectMail(request, email, `Your order ${await receivedNumber(page)} is paid`);
  });

  test('a payment that is confirmed late appears without a reload', async ({ page }) => {
    await keepProviderAlive(page);
    await placeWaiting(page);
    await page.getByLabel('Notify the shop').selectOption('10 seconds later');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Your payment is not here yet')).toBeVisible();
    await expect(page.getByText('Your payment has arrived.')).toBeVisible({ timeout: 20_000 });
  });

  test('returning without payment shows the order with a payment button', async ({ page }) => {
    await placeWaiting(page);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 0 items');
  });
});

test("another browser cannot read a guest's order", async ({ request }) => {
  expect((await request.get('/api/orders/ORD-0000-0000')).status()).toBe(404);
});
