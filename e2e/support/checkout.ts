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

/** Puts the first product of the storefront's listing that needs no choice into the cart. */
export const addFirstProduct = async (page: Page): Promise<void> => {
  await open(page, '/products');
  await main(page)
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
};

/** An address in New York, typed as a shopper does; labels of the account's form and of the checkout's. */
export const fillPostalAddress = async (page: Page, { street = '12 Analytical Row' } = {}): Promise<void> => {
  const texts = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'Street address': street,
    'Town / City': 'New York',
    'ZIP Code': '10001',
    Phone: '+1 212 555 0100',
  };
  for (const [name, text] of Object.entries(texts)) await page.getByLabel(new RegExp(`^${name}`)).fill(text);
  await page.getByLabel(/^State/).selectOption({ label: 'New York' });
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
 * The sandbox plays somebody else's server, which does not die with ours; what it has promised to tell the shop later
 * is in the memory of the API process that was asked. So the one that is never killed is asked; it tells the shop
 * through the shop's door, as ever.
 */
export const keepProviderAlive = async (page: Page): Promise<void> => {
  await page.route('**/dev/pay?*', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    const url = `http://127.0.0.1:${API_PORT}/api/dev/pay${new URL(request.url()).search}`;
    // A browser adds where a form comes from after this.
    const headers = { ...request.headers(), 'sec-fetch-site': 'same-origin' };
    await route.fulfill({ response: await route.fetch({ url, headers, maxRedirects: 0 }) });
  });
};

/** The number of the order whose page is open. */
export const receivedNumber = async (page: Page): Promise<string> => {
  await expect(page).toHaveURL(/\/checkout\/order-received\/.+/);
  return decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
};

export const expectMail = (request: APIRequestContext, email: string, subject: string): Promise<void> =>
  expect.poll(async () => (await mailsTo(request, email)).map((mail) => mail.subject)).toContain(subject);

/** Opens the cart's drawer. */
export const openDrawer = async (page: Page): Promise<Locator> => {
  await cartButton(page).click();
  const drawer = page.getByRole('dialog', { name: /^Your cart/ });
  await expect(drawer).toBeVisible();
  return drawer;
};

/** The box beside the cart. */
export const totals = (page: Page): Locator => page.getByRole('region', { name: 'CART TOTALS' });
/** The total it shows, as it is written. */
export const totalOf = async (page: Page): Promise<string> =>
  (await totals(page).locator('dl > div').last().locator('dd').innerText()).trim();
