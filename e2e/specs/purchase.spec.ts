import { collectComplaints, expect, storefronts, test } from '../support/shop';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const firstProduct = { jewellery: /ring/i, organic: /carrots/i } as const;
const query = { jewellery: 'halo', organic: 'carrots' } as const;

for (const storefront of storefronts) {
  test(`a guest buys in the ${storefront} store: home, search, product, cart, checkout, mail`, async ({ page, enterStorefront, request }) => {
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
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/\d+ products?/);

    await page.getByRole('main').getByRole('link', { name: firstProduct[storefront] }).first().click();
    await expect(page).toHaveURL(/\/products\/[^?]+$/);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Shop'); // the address changes a moment before the page
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await page.getByRole('main').getByRole('button', { name: /^Add to cart$/ }).first().click();
    const cartButton = page.getByRole('banner').getByRole('button', { name: /^Cart,/ });
    await expect(cartButton).toHaveAccessibleName('Cart, 1 item');

    await cartButton.click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText(name).first()).toBeVisible();
    await drawer.getByRole('link', { name: /checkout/i }).click();
    await expect(page).toHaveURL(/\/checkout$/);

    const email = `guest-${storefront}-${Date.now()}@example.com`;
    await page.getByLabel(/First name/).fill('Ada');
    await page.getByLabel(/Last name/).fill('Lovelace');
    await page.getByLabel(/Country/).selectOption('US');
    await page.getByLabel(/Street address/).fill('12 Analytical Row');
    await page.getByLabel(/Town \/ City/).fill('New York');
    await page.getByLabel(/^State/).fill('NY');
    await page.getByLabel(/ZIP Code/).fill('10001');
    await page.getByLabel(/Phone/).fill('+1 212 555 0100');
    await page.getByLabel(/Email address/).fill(email);
    const placeOrder = page.getByRole('button', { name: 'Place order' });
    await expect(placeOrder).toBeDisabled();
    await page.getByLabel('I have read and agree to the website terms and conditions *').check();
    await placeOrder.click();

    await expect(page).toHaveURL(/\/checkout\/order-received\/.+/);
    const number = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    await expect(page.getByRole('main')).toContainText(number);
    await expect(page.getByRole('main')).toContainText(name);
    await expect(cartButton).toHaveAccessibleName('Cart, 0 items');

    // The order is a row: another page load, rendered by the server, reads it back.
    await page.reload();
    await expect(page.getByRole('main')).toContainText(number);
    await expect
      .poll(async () => {
        const mails: Mail[] = await (await request.get('/dev/mailbox.json')).json();
        return mails.find((mail) => mail.to.includes(email))?.text ?? '';
      })
      .toContain(number);
    expect(complaints).toEqual([]);
  });
}

test("another browser cannot read a guest's order", async ({ request }) => {
  expect((await request.get('/api/orders/ORD-0000-0000')).status()).toBe(404);
});
