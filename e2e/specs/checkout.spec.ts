import {
  addFirstProduct,
  agreeAndPlace,
  fillCheckout,
  main,
  open,
  receivedNumber,
  readTotal,
  totals,
} from '../support/checkout';
import { newEmail } from '../support/identity';
import { newNetwork } from '../support/network';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';

test('a price that changes during the checkout is shown, and one click continues (product 7.4)', async ({ page }) => {
  await addFirstProduct(page);
  await open(page, '/checkout');
  await fillCheckout(page, newEmail());
  await page.route(
    '**/api/orders',
    (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), expected_total: 1 }) }),
    { times: 1 },
  );
  await agreeAndPlace(page);
  await expect(
    main(page).getByText(/Prices or products have changed.*Your cart now shows what you would get/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Place order' }).click();
  await receivedNumber(page);
});

test("a guest's order opens in another browser only with its email address (product 7.8)", async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await addFirstProduct(page);
  await open(page, '/checkout');
  await fillCheckout(page, email);
  await agreeAndPlace(page);
  const number = await receivedNumber(page);

  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': newNetwork() } });
  const other = await context.newPage();
  const answer = await other.goto(`/checkout/order-received/${number}`);
  expect(await answer?.text()).not.toContain('12 Analytical Row');
  await waitForHydration(other);
  await expect(main(other).getByRole('heading', { name: 'Order not found' })).toBeVisible();
  await expect(main(other)).not.toContainText('12 Analytical Row');
  await other.getByLabel(/Email address of the order/).fill('eve@example.com');
  await other.getByRole('button', { name: 'Open order' }).click();
  await expect(other.getByText('No order has this number and email address.')).toBeVisible();
  await other.getByLabel(/Email address of the order/).fill(email);
  await other.getByRole('button', { name: 'Open order' }).click();
  await expect(main(other)).toContainText('12 Analytical Row');
  await other.reload();
  await expect(main(other)).toContainText('12 Analytical Row');
  await context.close();
});

test('prices are shown in the chosen currency from listing to order, also by the server; dollars are charged (product 1.7)', async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await open(page, '/products');
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(main(page).getByText(/^€/).first()).toBeVisible();
  const [html] = await Promise.all([page.request.get('/products').then((response) => response.text())]);
  expect(html).toContain('€');
  await addFirstProduct(page);
  await open(page, '/cart');
  expect(await readTotal(page)).toMatch(/^€/);
  await expect(totals(page)).toContainText(/You are charged \$[\d.,]+ in US dollars\./);
  await totals(page).getByRole('link', { name: 'Proceed to Checkout' }).click();
  await fillCheckout(page, newEmail());
  await agreeAndPlace(page);
  await receivedNumber(page);
  const order = page.getByRole('region', { name: 'Your order' });
  await expect(order).toContainText('€');
  await page.getByLabel('Currency').selectOption('USD');
  await expect(order).toContainText('€'); // An order keeps its currency.
  await expect(order).toContainText(/Charged in US dollars: \$/);
  expect(complaints).toEqual([]);
});
