import { expectAccessible } from '../support/accessibility';
import { agreeAndPlace, expectMail, fillCheckout, main, open, openDrawer, receivedNumber } from '../support/checkout';
import { mailsTo, newEmail } from '../support/identity';
import { collectComplaints, expect, test } from '../support/shop';

const LOOSE = 'Green Apples, Loose';

test('a weight is bought: product page, card, cart, checkout, mail (product 4.14, 4.15, 5.17)', async ({
  page,
  enterStorefront,
  request,
}) => {
  const complaints = collectComplaints(page);
  await enterStorefront('organic');
  await open(page, '/products/apples-green');
  await main(page)
    .getByRole('radio', { name: /^Loose/ })
    .check({ force: true });
  const more = main(page).getByRole('button', { name: /^Increase quantity of Green Apples by 250.g$/ });
  await more.click();
  await more.click();
  await expect(main(page).getByRole('group', { name: 'Quantity of Green Apples' })).toContainText('750\u00a0g');
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).first().click();

  await open(page, '/products?q=green+apples');
  const stepper = main(page).getByRole('group', { name: `Quantity of ${LOOSE}` });
  await expect(stepper).toContainText('750\u00a0g');
  await stepper.getByRole('button', { name: /^Increase/ }).focus();
  for (let presses = 0; presses < 7; presses += 1) await page.keyboard.press('Enter');
  await expect(stepper).toContainText('2.5\u00a0kg');
  await expectAccessible(page, 'cards with a stepper', 'main');
  const drawer = await openDrawer(page);
  await expect(drawer.getByRole('group', { name: `Quantity of ${LOOSE}` })).toContainText('2.5\u00a0kg');

  await open(page, '/cart');
  const row = main(page).getByRole('row', { name: new RegExp(LOOSE) });
  for (const text of ['$4.00 per kg', '2.5\u00a0kg', '$10.00']) await expect(row).toContainText(text);

  await open(page, '/checkout');
  await expect(main(page).getByRole('listitem').filter({ hasText: LOOSE })).toContainText('2.5\u00a0kg');
  const email = newEmail('weights');
  await fillCheckout(page, email);
  await agreeAndPlace(page);
  const number = await receivedNumber(page);
  await expect(main(page)).toContainText('2.5\u00a0kg');
  await expectMail(request, email, `Your order ${number}`);
  expect((await mailsTo(request, email))[0]?.text).toContain(`2.5\u00a0kg ${LOOSE}: $10.00`);
  expect(complaints).toEqual([]);
});
