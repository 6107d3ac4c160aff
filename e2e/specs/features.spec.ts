import { expectAccessible } from '../support/accessibility';
import { agreeAndPlace, cartButton, expectMail, fillCheckout, main, open, receivedNumber } from '../support/checkout';
import { mailsTo, newEmail } from '../support/identity';
import { collectComplaints, expect, test } from '../support/shop';

const CHUNKS = /\/(?:customization|certification|size-guide)\./;

test('a ring is engraved, bought, and its mail says what cannot go back and where its report is (product 5.12, 5.16)', async ({
  page,
  request,
}) => {
  const complaints = collectComplaints(page);
  const email = newEmail('engraved');
  await open(page, '/products/ring-halo?store=jewellery');
  await main(page)
    .getByRole('button', { name: /^Engraving/ })
    .click();
  await page.getByLabel('Text', { exact: true }).fill('Always');
  await page.getByRole('radio', { name: 'Script' }).check();
  await expect(main(page).getByText('it cannot go back, unless something is wrong with it')).toBeVisible();
  await expect(
    page
      .getByRole('button', { name: /^Enlarge picture 1 of/ })
      .locator('text')
      .first(),
  ).toHaveText('Always');
  await expectAccessible(page, 'the engraving', 'main');
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');

  await open(page, '/cart');
  await expect(main(page).getByText('engraved “Always” (script)', { exact: true })).toBeVisible();
  await open(page, '/checkout');
  await fillCheckout(page, email);
  await agreeAndPlace(page);
  const number = await receivedNumber(page);
  await expect(main(page).getByText("Engraved pieces can't be returned unless faulty.")).toBeVisible();
  await expectMail(request, email, `Your order ${number}`);
  const [mail] = await mailsTo(request, email);
  expect(mail?.text).toContain('Halo Diamond Ring, engraved (script): $345.00');
  expect(mail?.text).toMatch(/grading report IGL-24000 .* is in the parcel/);
  expect(mail?.text).toContain("Engraved pieces can't be returned");
  expect(complaints).toEqual([]);
});

test('a size of the guide is in the address, which the server renders, and chosen for the next ring (product 5.13, 5.14)', async ({
  page,
  request,
}) => {
  const complaints = collectComplaints(page);
  await open(page, '/products/ring-wedding-yellow');
  await main(page).getByRole('button', { name: 'Size guide' }).click();
  const guide = page.getByRole('dialog', { name: 'Size guide' });
  await expect(guide).toBeVisible();
  await expectAccessible(page, 'the size guide', 'dialog[open]');
  await guide.getByRole('button', { name: 'Choose size 56' }).click();
  await expect(guide).toBeHidden();
  await expect(main(page).getByRole('button', { name: 'Size guide' })).toBeFocused();
  await expect(page).toHaveURL(/\/products\/ring-wedding-yellow\?size=56$/);
  expect(await (await request.get(page.url())).text()).toMatch(/<input type="radio"[^>]* checked=""[^>]*>56\u00a0mm/);

  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
  await open(page, '/products/ring-eternity-silver');
  await expect(main(page).getByText('Size 56, as you chose before')).toBeVisible();
  await expect(main(page).getByRole('radio', { name: /^56/ })).toBeChecked();
  expect(complaints).toEqual([]);
});

test('the strip of the size guide is all that is printed, in millimeters', async ({ page }) => {
  await open(page, '/products/ring-halo?store=jewellery');
  await main(page).getByRole('button', { name: 'Size guide' }).click();
  await expect(page.getByRole('dialog', { name: 'Size guide' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('this line is 50 mm long')).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  const control = await page.locator('svg[viewBox="0 0 50 6"]').boundingBox();
  expect(control?.width).toBeCloseTo((50 / 25.4) * 96, 1);
});

test('a certificate opens with the values of its report, and fits 320 px (product 5.15)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/products/ring-halo?store=jewellery');
  await main(page).getByRole('button', { name: 'View certificate' }).click();
  const certificate = page.getByRole('dialog', { name: 'Certificate' });
  await expect(certificate.getByRole('row', { name: 'Carat 0.50' })).toBeVisible();
  await expectAccessible(page, 'the certificate', 'dialog[open]');
});

test('the other storefront loads nothing of these features', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await open(page, '/products/carrots?store=organic');
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
  expect(requested.filter((path) => path.includes('/product.'))).not.toEqual([]);
  expect(requested.filter((path) => CHUNKS.test(path))).toEqual([]);
});
