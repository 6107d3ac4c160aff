import { expectAccessible } from '../support/accessibility';
import {
  agreeAndPlace,
  cartButton,
  expectMail,
  expectPrintable,
  fillCart,
  fillCheckout,
  receivedNumber,
} from '../support/checkout';
import { newEmail } from '../support/identity';
import { testPurchase } from '../support/purchases';
import { collectComplaints, expect, storefronts, test } from '../support/shop';

const firstProduct = { jewellery: /ring/i, organic: /carrots/i } as const;
const query = { jewellery: 'halo', organic: 'carrots' } as const;

for (const storefront of storefronts) {
  test(`a guest buys in the ${storefront} storefront: home, search, product, cart, checkout, mail (product 1.6, 4.2, 7.7, 7.8, 7.12)`, async ({
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
    const search =
      storefront === 'jewellery'
        ? page.getByRole('main').getByRole('searchbox')
        : page.getByRole('banner').getByRole('combobox', { name: 'Search products' });
    await search.fill(query[storefront]);
    await search.press('Enter');
    await expect(page).toHaveURL(new RegExp(`q=${query[storefront]}`));
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/\d products?/);

    await page.getByRole('main').getByRole('link', { name: firstProduct[storefront] }).first().click();
    await expect(page).toHaveURL(/\/products\/[^?]+$/);
    // The URL changes shortly before the page.
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^(Shop|Results)/);
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    if (storefront === 'jewellery')
      await page
        .getByRole('radiogroup', { name: 'Ring size' })
        .getByRole('radio', { disabled: false })
        .last()
        .check({ force: true });
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add to cart$/ })
      .first()
      .click();
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
    if (storefront === 'organic') await fillCart(page);

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

    await expectAccessible(page, 'order received', 'main');
    await expectPrintable(page, [number, name, 'Shipping address', 'Total']);

    // The order is in the database: another server-rendered page load shows it.
    await page.reload();
    await expect(page.getByRole('main')).toContainText(number);
    await expectMail(request, email, `Your order ${number}`);
    expect(complaints).toEqual([]);
  });
}

// The guests above pay by bank transfer, the default.
for (const purchase of [
  { shopper: 'a guest', method: 'Global payment', storefront: 'jewellery' },
  { shopper: 'a signed-in shopper', method: 'Global payment', storefront: 'organic' },
  { shopper: 'a signed-in shopper', method: 'Cash on delivery', storefront: 'jewellery' },
  { shopper: 'a guest', method: 'Cash on delivery', storefront: 'organic' },
] as const)
  testPurchase(purchase);

test("another browser cannot read a guest's order", async ({ request }) => {
  expect((await request.get('/api/orders/ORD-0000-0000')).status()).toBe(404);
});
