import type { StorefrontId } from '@shop/contracts/storefronts';
import {
  addFirstProduct,
  agreeAndPlace,
  cartButton,
  expectMail,
  fillCart,
  fillCheckout,
  main,
  open,
  receivedNumber,
} from './checkout';
import { logInAsNew, newEmail } from './identity';
import { collectComplaints, expect, test } from './shop';

/** Each payment method by its label, and what the page of its order says. */
const METHODS = {
  'Direct bank transfer': 'Finish with a bank transfer',
  'Cash on delivery': 'Please pay in cash when your order arrives.',
  'Global payment': 'Payment received.',
} as const;

interface Purchase {
  readonly shopper: 'a guest' | 'a signed-in shopper';
  readonly method: keyof typeof METHODS;
  readonly storefront: StorefrontId;
}

/** Registers a test that buys the first product of a storefront and expects order, mail and an empty cart. */
export const testPurchase = ({ shopper, method, storefront }: Purchase): void =>
  test(`${shopper} pays by ${method.toLowerCase()} in the ${storefront} storefront`, async ({
    page,
    enterStorefront,
    request,
  }) => {
    const complaints = collectComplaints(page);
    await enterStorefront(storefront);
    const email = shopper === 'a guest' ? newEmail() : await logInAsNew(page);
    await addFirstProduct(page);
    if (storefront === 'organic') await fillCart(page);
    await open(page, '/checkout');
    await fillCheckout(page, email);
    await page.getByLabel(method).check();
    await agreeAndPlace(page);
    if (method === 'Global payment') {
      await expect(page.getByRole('heading', { level: 1, name: /^Pay \$/ })).toBeVisible();
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
    }
    const number = await receivedNumber(page);
    await expect(main(page)).toContainText(METHODS[method]);
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 0 items');
    // A payment within a minute is one mail with the order.
    await expectMail(request, email, `Your order ${number}${method === 'Global payment' ? ' is paid' : ''}`);
    if (shopper === 'a signed-in shopper') {
      await open(page, '/orders');
      await expect(main(page)).toContainText(number);
    }
    expect(complaints).toEqual([]);
  });
