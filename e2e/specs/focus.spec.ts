import type { Locator, Page } from '@playwright/test';
import { emptyShelves, visitWithinShop } from '../support/alterAnswers';
import { addFirstProduct, main, open, openDrawer, totals } from '../support/checkout';
import { expect, test } from '../support/shop';

/** It has no options. */
const PRODUCT = { id: 'bracelet-chain-gold', name: 'Oval Link Bracelet in 9k Gold' };

/** Presses Enter on a control, which then is gone or disabled, and expects the focus on something else that works. */
const expectHandedOn = async (page: Page, control: Locator): Promise<void> => {
  await control.focus();
  const pressed = await control.elementHandle();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => pressed?.evaluate((element) => !element.isConnected || element.matches(':disabled')))
    .toBe(true);
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === document.body || activeElement?.matches(':disabled') ? 'nothing' : 'something';
      }),
    )
    .toBe('something');
};

const increase = (within: Locator): Locator => within.getByRole('button', { name: /^Increase quantity of/ });
const decrease = (within: Locator): Locator => within.getByRole('button', { name: /^Decrease quantity of/ });

/** Presses plus up to the last piece in stock. */
const takeAll = async (page: Page, within: Locator): Promise<void> => {
  await increase(within).focus();
  await page.keyboard.press('Enter');
  await expect(within.getByRole('status').filter({ hasText: /^2$/ })).toBeVisible();
  await expectHandedOn(page, increase(within));
  await expect(decrease(within)).toBeFocused();
  await expect(within.getByRole('status').filter({ hasText: /^3, all in stock$/ })).toBeVisible();
};

test.describe('the focus is handed on by', () => {
  test('plus at the last piece in stock, on the product page, in the drawer and in the cart (product 15.6)', async ({
    page,
  }) => {
    await emptyShelves(page, 3);
    await open(page, '/about');
    await visitWithinShop(page, `/products/${PRODUCT.id}`);
    const quantity = (within: Locator) => within.getByRole('group', { name: `Quantity of ${PRODUCT.name}` }).first();
    await takeAll(page, quantity(main(page)));
    await decrease(main(page)).click();
    await decrease(main(page)).click();
    await main(page).getByRole('button', { name: 'Add to cart' }).first().click();
    const drawer = await openDrawer(page);
    await takeAll(page, quantity(drawer));
    await decrease(drawer).click();
    await decrease(drawer).click();
    await drawer.getByRole('link', { name: 'View cart' }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await takeAll(page, quantity(main(page)));
  });

  test('minus at one, and the button that puts the line back (product 15.6)', async ({ page }) => {
    await addFirstProduct(page);
    await open(page, '/cart');
    await expectHandedOn(page, decrease(main(page)));
    await expectHandedOn(page, page.getByRole('button', { name: 'Undo' }));
    await expectHandedOn(page, main(page).getByRole('button', { name: /^Remove / }));
  });

  test('a coupon that is applied and removed, which both are announced (product 15.6)', async ({ page }) => {
    await addFirstProduct(page);
    await open(page, '/cart');
    await page.getByLabel('Coupon code').fill('welcome10');
    await expectHandedOn(page, page.getByLabel('Coupon code'));
    await expect(page.getByRole('status').filter({ hasText: 'Coupon WELCOME10 is applied.' })).toBeVisible();
    await expectHandedOn(page, totals(page).getByRole('button', { name: 'Remove coupon WELCOME10' }));
    await expect(page.getByRole('status').filter({ hasText: 'Coupon WELCOME10 is removed.' })).toBeVisible();
    await expect(page.getByLabel('Coupon code')).toBeFocused();
  });

  test("a card's button and stepper, and the undo of its removal (product 15.6)", async ({ page }) => {
    await open(page, '/products?store=organic');
    const card = main(page).getByRole('article').first();
    await expectHandedOn(page, card.getByRole('button', { name: /^Add to cart/ }));
    await expect(increase(card)).toBeFocused();
    await expectHandedOn(page, decrease(card));
    await expectHandedOn(page, page.getByRole('button', { name: 'Undo' }));
  });

  test('a search by Enter, in the header and above the listing (product 15.6)', async ({ page }) => {
    await open(page, '/products');
    const header = page.getByRole('banner').getByRole('combobox', { name: 'Search products' });
    if (!(await header.isVisible())) await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await header.fill('halo');
    await header.press('Enter');
    await expect(page).toHaveURL(/q=halo/);
    await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
    const own = main(page).getByRole('searchbox');
    await own.fill('pearl');
    await own.press('Enter');
    await expect(page).toHaveURL(/q=pearl/);
    await expect(own).toBeFocused();
  });

  test('the arrows of a row and of reviews at their ends (product 15.6)', async ({ page }) => {
    await open(page, '/');
    const arrows = main(page).getByRole('button', { name: /^Next/ });
    let ends = 0;
    for (const arrow of await arrows.all()) {
      if (await arrow.isDisabled()) continue;
      await arrow.focus();
      for (let n = 0; n < 12 && (await arrow.isEnabled()); n += 1) {
        await page.keyboard.press('Enter');
        await page.waitForFunction((element) => element, await arrow.elementHandle());
      }
      if (await arrow.isEnabled()) continue; // it goes round
      ends += 1;
      await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
    }
    expect(ends).toBeGreaterThan(0);
  });
});
