import { expectAccessible, expectNoViolation } from '../support/accessibility';
import {
  addFirstProduct,
  agreeAndPlace,
  cartButton,
  fillCheckout,
  main,
  open,
  openDrawer,
  receivedNumber,
} from '../support/checkout';
import { createAccount, logIn, newEmail } from '../support/identity';
import { expect, storefronts, test } from '../support/shop';

test('sold-out and scarce products are reported and corrected', async ({ page }) => {
  await addFirstProduct(page);
  await page.waitForFunction(() => localStorage.getItem('shop.cart')?.includes('"productId"'));
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('shop.cart') ?? '{}');
    const [line] = kept.items;
    kept.items = [
      { ...line, price: line.price - 1, quantity: 99, available: undefined },
      { ...line, id: 'gone', productId: 'gone', name: 'Moon Ring' },
    ];
    localStorage.setItem('shop.cart', JSON.stringify(kept));
  });
  await open(page, '/cart');
  const notice = main(page).getByRole('status').first();
  await expect(notice).toContainText('Moon Ring is no longer available and was removed from your cart.');
  await expect(notice).toContainText(/now costs \$[\d.,]+ instead of/);
  await expect(notice).toContainText(/Only \d+ of .* in stock/);
  await expect(main(page).getByRole('button', { name: /^Increase quantity of / })).toBeDisabled();
  await expectNoViolation(page, 'the cart with what changed');
  await notice.getByRole('button', { name: 'Got it' }).click();
  await expect(notice).toBeEmpty();
});

test('two tabs share one cart; an order in one tab empties the other', async ({ page, context }) => {
  await addFirstProduct(page);
  const other = await context.newPage();
  await open(other, '/cart');
  await expect(cartButton(other)).toHaveAccessibleName('Cart, 1 item');
  await main(other)
    .getByRole('button', { name: /^Increase quantity of / })
    .click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 2 items');
  await open(page, '/checkout');
  await fillCheckout(page, newEmail());
  await agreeAndPlace(page);
  await receivedNumber(page);
  await expect(main(other).getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
});

for (const storefront of storefronts) {
  for (const quantity of [1, 99]) {
    test(`the page of a cart with ${quantity} of a product is not wider than 320 px (${storefront})`, async ({
      page,
      enterStorefront,
    }) => {
      await enterStorefront(storefront);
      await page.setViewportSize({ width: 320, height: 640 });
      const product = {
        variantId: null,
        name: 'Princess-Cut Solitaire',
        image: '',
        price: 319.99,
        category: 'Rings',
        rating: 4.8,
        quantity,
      };
      const { variantId, price, ...shown } = product;
      const line = { ...shown, product_id: 'product-0', variant_id: variantId, unit_price: price, available: 100 };
      // No product of the catalog has so much stock: fake the server's response.
      await page.route('**/api/cart/check', (route) =>
        route.fulfill({
          json: {
            status: true,
            message: 'Your cart is up to date.',
            data: { lines: [line], coupon: null, subtotal: price * quantity, discount: 0, total: price * quantity },
          },
        }),
      );
      await open(page, '/about');
      await page.evaluate(
        (item) =>
          localStorage.setItem('shop.cart', JSON.stringify({ owner: null, items: [item], coupon: null, synced: null })),
        { ...product, id: 'product-0', productId: 'product-0' },
      );
      await open(page, '/cart');
      const subtotal = main(page)
        .getByRole('cell', { name: quantity === 1 ? '$319.99' : '$31,679.01' })
        .last();
      await expect(subtotal).toBeVisible();
      await expectAccessible(page, 'a cart in a narrow window');
      const remove = await main(page)
        .getByRole('button', { name: /^Remove/ })
        .boundingBox();
      const name = await main(page).getByRole('link', { name: product.name }).boundingBox();
      expect(Math.abs((remove?.y ?? 0) - (name?.y ?? 0))).toBeLessThan(40); // Beside the name, whatever wraps below.
    });
  }
}

test('item counts of 0, 1, 99 and 100 are shown correctly, and a large total fits the drawer at 320 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const line = (n: number, quantity: number) => ({
    id: `product-${n}`,
    productId: `product-${n}`,
    variantId: null,
    name: n === 0 ? 'L'.repeat(60) : 'Halo Diamond Ring',
    image: '',
    price: 319.99,
    category: 'Rings',
    rating: 4.8,
    quantity,
  });
  // No product of the catalog has such a name or stock: fake the server's response.
  await page.route('**/api/cart/check', (route) => {
    const lines = [line(0, 99), line(1, 1)].map(
      ({ productId, variantId, price, name, image, category, rating, quantity }) => ({
        product_id: productId,
        variant_id: variantId,
        unit_price: price,
        name,
        image,
        category,
        rating,
        quantity,
        available: 100,
      }),
    );
    return route.fulfill({
      json: {
        status: true,
        message: 'Your cart is up to date.',
        data: { lines, coupon: null, subtotal: 31_999, discount: 0, total: 31_999 },
      },
    });
  });
  for (const [quantities, shown, label] of [
    [[], '', 'Cart, 0 items'],
    [[1], '1', 'Cart, 1 item'],
    [[99], '99', 'Cart, 99 items'],
    [[99, 1], '99+', 'Cart, 100 items'],
  ] as const) {
    await open(page, '/about');
    await page.evaluate(
      (items) => localStorage.setItem('shop.cart', JSON.stringify({ owner: null, items, coupon: null, synced: null })),
      quantities.map((quantity, n) => line(n, quantity)),
    );
    await open(page, '/about');
    await expect(cartButton(page)).toHaveAccessibleName(label);
    expect((await cartButton(page).innerText()).trim()).toBe(shown);
  }
  const checked = page.waitForResponse('**/api/cart/check');
  const drawer = await openDrawer(page);
  await checked;
  await expect(drawer).toContainText('$31,999.00');
  await expectAccessible(page, 'a drawer with a long name and a large total');
});

test('two signed-out tabs merge the cart once', async ({ page, context }) => {
  const email = newEmail();
  await createAccount(email);
  await addFirstProduct(page);
  const other = await context.newPage();
  await open(other, '/products');
  await expect(cartButton(other)).toHaveAccessibleName('Cart, 1 item');
  await logIn(page, email);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Account of Ada Lovelace' })).toBeAttached();
  const readSavedQuantities = async (): Promise<number[]> => {
    const { data } = await (await page.request.get('/api/cart')).json();
    return data.lines.map(({ quantity }: { quantity: number }) => quantity);
  };
  await expect.poll(readSavedQuantities).toEqual([1]);
  await page.reload();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
  await expect(cartButton(other)).toHaveAccessibleName('Cart, 1 item');
});
