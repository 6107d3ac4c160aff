import {
  addFirstProduct,
  agreeAndPlace,
  fillCart,
  fillCheckout,
  main,
  open,
  openDrawer,
  receivedNumber,
} from '../support/checkout';
import { expectAccessible } from '../support/accessibility';
import { mailsTo, newEmail } from '../support/identity';
import { collectComplaints, expect, test } from '../support/shop';

test('a delivery slot from the question where vans go to the mail of the order (product 3.13, 7.14, 7.15)', async ({
  page,
  enterStorefront,
  request,
}) => {
  const complaints = collectComplaints(page);
  await enterStorefront('organic');
  await open(page, '/');
  await page.getByLabel(/^ZIP Code/).fill('10001');
  await page.getByLabel(/^ZIP Code/).press('Enter');
  await expect(page).toHaveURL(/\/delivery\?postcode=10001$/);
  await expect(page.getByText('We don’t deliver food to 10001 yet.')).toBeVisible();
  await page.getByLabel(/^ZIP Code/).fill('97205');
  await page.getByLabel(/^ZIP Code/).press('Enter');
  await expect(page.getByText('We come to 97205 (Portland).')).toBeVisible();
  await expectAccessible(page, 'delivery', 'main');

  await addFirstProduct(page);
  await open(page, '/cart');
  await expect(main(page).getByText(/^Food orders start at \$10\.00/)).toBeVisible();
  await fillCart(page);
  const email = newEmail('food');
  await (await openDrawer(page)).getByRole('link', { name: /checkout/i }).click();
  await fillCheckout(page, email);
  const choice = page.getByRole('group', { name: 'Delivery', exact: true });
  await expect(choice.getByText('Reserved for 15 minutes.')).toBeVisible();
  const slot = choice.getByRole('radio', { disabled: false }).nth(1);
  await slot.focus();
  await page.keyboard.press('Space');
  await expect(slot).toBeChecked();
  const [day, hours] = await slot.evaluate((radio) => [
    radio.closest('fieldset')?.querySelector('legend')?.textContent,
    radio.closest('label')?.querySelector('span')?.textContent,
  ]);
  await expect(choice.getByText('Reserved for 15 minutes.')).toBeVisible();
  await expectAccessible(page, 'checkout with food', 'main');
  await choice.getByLabel('Substitutions').selectOption('Send my money back');
  await agreeAndPlace(page);

  const number = await receivedNumber(page);
  await expect(main(page)).toContainText(`${day}, ${hours}`);
  await expect
    .poll(async () => (await mailsTo(request, email)).find(({ subject }) => subject === `Your order ${number}`)?.text)
    .toContain(`Delivery of your food: ${day}, ${hours}`);
  expect(complaints).toEqual([]);
});

test('a second tab shows the slot that the first one holds', async ({ page, context, enterStorefront }) => {
  await enterStorefront('organic');
  await addFirstProduct(page);
  await fillCart(page);
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await open(tab, '/checkout');
    await fillCheckout(tab, newEmail('tabs'));
    const choice = tab.getByRole('group', { name: 'Delivery', exact: true });
    await expect(choice.getByText('Reserved for 15 minutes.')).toBeVisible();
  }
  const chosen = await Promise.all(
    tabs.map((tab) =>
      tab
        .getByRole('radio', { checked: true })
        .first()
        .evaluate((radio) => radio.closest('label')?.textContent),
    ),
  );
  expect(chosen[1]).toBe(chosen[0]);
});

test('a storefront without delivery slots loads nothing of them', async ({ page, enterStorefront }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await enterStorefront('jewellery');
  await addFirstProduct(page);
  await open(page, '/checkout');
  await fillCheckout(page, newEmail('ring'));
  await expect(page.getByText('Billing details')).toBeVisible();
  expect(requested.filter((url) => /delivery/.test(url))).toEqual([]);
});
