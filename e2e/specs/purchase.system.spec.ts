import type { Page } from '@playwright/test';
import {
  addFirstProduct,
  agreeAndPlace,
  cartButton,
  expectMail,
  fillCheckout,
  keepProviderAlive,
  open,
  receivedNumber,
} from '../support/checkout';
import { newEmail } from '../support/identity';
import { testPurchase } from '../support/purchases';
import { expect, test, waitForHydration } from '../support/shop';

// purchase.spec.ts has the others.
for (const purchase of [
  { shopper: 'a signed-in shopper', method: 'Direct bank transfer', storefront: 'jewellery' },
  { shopper: 'a signed-in shopper', method: 'Direct bank transfer', storefront: 'organic' },
  { shopper: 'a signed-in shopper', method: 'Global payment', storefront: 'jewellery' },
  { shopper: 'a guest', method: 'Global payment', storefront: 'organic' },
  { shopper: 'a guest', method: 'Cash on delivery', storefront: 'jewellery' },
  { shopper: 'a signed-in shopper', method: 'Cash on delivery', storefront: 'organic' },
] as const)
  testPurchase(purchase);

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

  test('after a declined payment the order can be paid again on its page (product 7.6, 7.10)', async ({
    page,
    request,
  }) => {
    const email = await placeWaiting(page);
    await page.getByText('Test other outcomes').click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('Your payment was declined')).toBeVisible();
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Test other outcomes').click();
    await page.getByLabel('Notify the shop').selectOption('Twice');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Payment received.')).toBeVisible();
    await expectMail(request, email, `Your order ${await receivedNumber(page)} is paid`);
  });

  test('a payment that is confirmed late appears without a reload', async ({ page }) => {
    await keepProviderAlive(page);
    await placeWaiting(page);
    await page.getByText('Test other outcomes').click();
    await page.getByLabel('Notify the shop').selectOption('10 seconds later');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('We are waiting for your payment')).toBeVisible();
    await expect(page.getByText('Payment received.')).toBeVisible({ timeout: 20_000 });
  });

  test('returning without payment shows the order with a payment button', async ({ page }) => {
    await placeWaiting(page);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 0 items');
  });
});
