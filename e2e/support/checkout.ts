import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { mailsTo } from './identity';
import { expect, waitForHydration } from './shop';
import { API_PORT } from './stackConfig';

export const main = (page: Page): Locator => page.getByRole('main');
export const cartButton = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Cart,/ });

export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await waitForHydration(page);
};

/** The first card that adds to the cart: others have options to choose. */
export const firstBuyable = (within: Locator): Locator =>
  within
    .getByRole('article')
    .filter({ has: within.page().getByRole('button', { name: /^Add to cart/ }) })
    .first();

/** Adds the first product of the listing that has no variants to the cart. */
export const addFirstProduct = async (page: Page): Promise<void> => {
  await open(page, '/products');
  await main(page)
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
};

/** Puts more of the cart's only line into it: orders of food cost at least $10. */
export const fillCart = async (page: Page): Promise<void> => {
  await open(page, '/cart');
  const more = main(page).getByRole('button', { name: /^Increase quantity of/ });
  for (let n = 0; n < 8; n += 1) await more.click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 9 items');
};

/** Fills in an address in Portland, where vans bring food, by the labels of the account's and the checkout's forms. */
export const fillPostalAddress = async (page: Page, { street = '12 Analytical Row' } = {}): Promise<void> => {
  const texts = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'Street address': street,
    'Town / City': 'Portland',
    'ZIP Code': '97205',
    Phone: '+1 503 555 0100',
  };
  for (const [name, text] of Object.entries(texts)) await page.getByLabel(new RegExp(`^${name}`)).fill(text);
  await page.getByLabel(/^State/).selectOption({ label: 'Oregon' });
};

export const fillCheckout = async (page: Page, email: string): Promise<void> => {
  await fillPostalAddress(page);
  await page.getByLabel(/^Email address/).fill(email);
};

export const agreeAndPlace = async (page: Page): Promise<void> => {
  await page.getByLabel('I have read and agree to the website terms and conditions *').check();
  await page.getByRole('button', { name: 'Place order' }).click();
};

/**
 * The payment sandbox stands for an external server that does not die with ours, but keeps pending webhooks in an API
 * process's memory. So tests use the process that is never killed; webhooks still go through the public URL.
 */
export const keepProviderAlive = async (page: Page): Promise<void> => {
  await page.route('**/dev/pay?*', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    const url = `http://127.0.0.1:${API_PORT}/api/dev/pay${new URL(request.url()).search}`;
    // A browser adds the Origin header after this point.
    const headers = { ...request.headers(), 'sec-fetch-site': 'same-origin' };
    await route.fulfill({ response: await route.fetch({ url, headers, maxRedirects: 0 }) });
  });
};

/** Checks that paper shows the order alone (product.md 7.12). */
export const expectPrintable = async (page: Page, texts: readonly string[]): Promise<void> => {
  await page.emulateMedia({ media: 'print' });
  for (const role of ['button', 'navigation', 'contentinfo', 'textbox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link')).toHaveAccessibleName(/, home$/);
  for (const text of texts) await expect(main(page).getByText(text).first()).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: null });
};

/** Returns the number of the order on screen. */
export const receivedNumber = async (page: Page): Promise<string> => {
  await expect(page).toHaveURL(/\/checkout\/order-received\/.+/);
  return decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
};

export const expectMail = (request: APIRequestContext, email: string, subject: string): Promise<void> =>
  expect.poll(async () => (await mailsTo(request, email)).map((mail) => mail.subject)).toContain(subject);

/** Opens the cart drawer. */
export const openDrawer = async (page: Page): Promise<Locator> => {
  await cartButton(page).click();
  const drawer = page.getByRole('dialog', { name: /^Your cart/ });
  await expect(drawer).toBeVisible();
  return drawer;
};

/** The totals box beside the cart. */
export const totals = (page: Page): Locator => page.getByRole('region', { name: 'CART TOTALS' });
/** The displayed total. */
export const readTotal = async (page: Page): Promise<string> =>
  (await totals(page).locator('dl > div').last().locator('dd').innerText()).trim();
