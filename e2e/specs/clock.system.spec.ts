import {
  addFirstProduct,
  agreeAndPlace,
  cartButton,
  expectMail,
  fillCheckout,
  open,
  receivedNumber,
  totals,
} from '../support/checkout';
import { createAccount, logIn, newEmail } from '../support/identity';
import { collectComplaints, expect, storefronts, test } from '../support/shop';

const DAY_MS = 86_400_000;
const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

for (const [direction, offMs] of [
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
] as const) {
  test.describe(`a browser whose clock is a day ${direction}`, () => {
    test.beforeEach(({ page }) => page.clock.install({ time: Date.now() + offMs }));

    test('signs in, keeps cart and coupon, and orders on the correct date', async ({ page, request }) => {
      const complaints = collectComplaints(page);
      const email = newEmail();
      await createAccount(email);
      await logIn(page, email);
      await addFirstProduct(page);
      await page.reload();
      await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
      await expect(page.getByRole('banner').getByRole('link', { name: 'Account of Ada Lovelace' })).toBeAttached();

      await open(page, '/cart');
      await page.getByLabel('Coupon code').fill('welcome10');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(totals(page)).toContainText('WELCOME10');
      await totals(page).getByRole('link', { name: 'Proceed to Checkout' }).click();
      await fillCheckout(page, email);
      const days = [written.format(Date.now())];
      await agreeAndPlace(page);
      const number = await receivedNumber(page);
      days.push(written.format(Date.now()));
      const order = page.getByRole('main');
      await expect(order).toContainText('WELCOME10');
      await expect(order).toContainText(new RegExp(days.join('|')));
      await expectMail(request, email, `Your order ${number}`);
      await page.reload();
      await expect(order).toContainText(number);
      expect(complaints).toEqual([]);
    });

    test('shows both home pages without warnings', async ({ page, enterStorefront }) => {
      const complaints = collectComplaints(page);
      for (const storefront of storefronts) {
        await enterStorefront(storefront);
        await open(page, '/');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
      expect(complaints).toEqual([]);
    });
  });
}
