import type { Page } from '@playwright/test';
import {
  addFirstProduct,
  agreeAndPlace,
  fillCheckout,
  main,
  open,
  openDrawer,
  receivedNumber,
  totals,
} from '../support/checkout';
import { newEmail } from '../support/identity';
import { expect, test, waitForHydration } from '../support/shop';

test('a double click or a lost response orders once; going back shows an empty cart (product 7.5)', async ({
  page,
  request,
}) => {
  await addFirstProduct(page);
  await open(page, '/cart');
  await totals(page).getByRole('link', { name: 'Proceed to Checkout' }).click();
  const email = newEmail();
  await fillCheckout(page, email);
  await page.getByLabel('I have read and agree to the website terms and conditions *').check();
  // The order arrives, but the response is lost.
  await page.route(
    '**/api/orders',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  const place = page.getByRole('button', { name: 'Place order' });
  await place.click();
  await expect(main(page).getByRole('alert').last()).toBeVisible();
  await place.dblclick();
  const number = await receivedNumber(page);
  const orderMails = async () =>
    (await (await request.get('/dev/mailbox.json')).json())
      .filter((mail: { to: string }) => mail.to === email)
      .map((mail: { subject: string }) => mail.subject);
  await expect.poll(orderMails).toEqual([`Your order ${number}`]);
  await page.goBack();
  await expect(main(page).getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
});

test('the checkout keeps its input offline and after a reload', async ({ page, context }) => {
  await addFirstProduct(page);
  await open(page, '/checkout');
  await fillCheckout(page, newEmail());
  await context.setOffline(true);
  await expect(
    page.getByText('You are offline. What you typed is kept: place the order when you are back.'),
  ).toBeVisible();
  await agreeAndPlace(page);
  await expect(main(page).getByRole('alert').last()).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Check your connection and try again.' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/You are offline/)).toBeHidden();
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByLabel(/^Street address/)).toHaveValue('12 Analytical Row');
  await expect(page.getByLabel(/^State/)).toHaveValue('OR');
  await agreeAndPlace(page);
  await receivedNumber(page);
});

test('with blocked storage the shop works, and warns that the cart is not stored (product 15.2)', async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    for (const storage of ['localStorage', 'sessionStorage']) Object.defineProperty(window, storage, blocked);
  });
  await addFirstProduct(page);
  await expect(
    page.getByText('This browser blocks storage. Your cart will be lost when you close this page.'),
  ).toBeVisible();
  const drawer = await openDrawer(page);
  await drawer.getByRole('link', { name: 'Checkout' }).click();
  await fillCheckout(page, newEmail());
  await agreeAndPlace(page);
  await receivedNumber(page);
});

/** Collects layout shifts without input in `moved`. */
const recordShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('hadRecentInput' in entry && !entry.hadRecentInput && 'value' in entry && typeof entry.value === 'number')
          moved.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
};

test('on a phone with a slow network the footer does not shift while checkout and order load', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await recordShifts(page);
  await addFirstProduct(page);
  await page.route(/\.js($|\?)/, async (route) => {
    // The scripts come after the browser has painted the server's page.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await route.continue();
  });
  await open(page, '/checkout');
  await expect(page.getByLabel(/^First name/)).toBeVisible();
  const movedInAll = (): Promise<number> => page.evaluate('moved.reduce((sum, value) => sum + value, 0)');
  expect(await movedInAll()).toBeLessThan(0.05);
  await fillCheckout(page, newEmail());
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/api/orders/*', async (route) => {
    await sent;
    await route.continue();
  });
  await agreeAndPlace(page);
  await receivedNumber(page);
  await expect(main(page).locator('[aria-busy="true"]')).toBeVisible();
  // Layout shifts within 500 ms of input do not count.
  const shownAt = await page.evaluate(() => performance.now());
  await page.waitForFunction((time) => performance.now() - time > 500, shownAt);
  const before = await movedInAll();
  send();
  await expect(main(page).getByRole('heading', { level: 1, name: 'Thank you, Ada' })).toBeInViewport();
  expect((await movedInAll()) - before).toBeLessThan(0.05);
});

for (const width of [1440, 768, 390]) {
  test(`the footer does not shift while an empty checkout loads, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await recordShifts(page);
    await open(page, '/checkout');
    await expect(main(page).getByRole('heading', { level: 1, name: 'Your Cart is Empty' })).toBeVisible();
    await waitForHydration(page);
    expect(await page.evaluate('moved.reduce((sum, value) => sum + value, 0)')).toBeLessThan(0.02);
  });
}
