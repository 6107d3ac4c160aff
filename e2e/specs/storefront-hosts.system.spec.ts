import path from 'node:path';
import { createUrlCheck, ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import type { Page } from '@playwright/test';
import { newEmail, register } from '../support/identity';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';
import { stackData } from '../support/stackConfig';
import { startHost } from '../support/startHost';

/** Each storefront at a host of its own (STOREFRONT_HOSTS), which for browsers are two sites. */
test.describe.configure({ mode: 'serial' });
const PORT = 3931;
const API_PORT = 4931;
const ORIEL = `http://localhost:${PORT}`;
const FURROW = `http://furrow.localhost:${PORT}`;
const HOSTS = { PUBLIC_URL: ORIEL, STOREFRONT_HOSTS: `organic=${FURROW}` };
test.use({ baseURL: ORIEL });

let stopHost: () => Promise<void>;
let api: ManagedProcess;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  api = new ManagedProcess({
    name: 'The API with hosts of storefronts',
    args: tsxArguments('api/src/server.ts'),
    stdio: 'inherit',
    env: {
      ...HOSTS,
      API_PORT: String(API_PORT),
      DATA_DIR: path.join(stackData, `storefront-hosts-${process.pid}`),
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'warn',
    },
    isReady: createUrlCheck(`http://127.0.0.1:${API_PORT}/api/health/ready`),
    timeoutMs: 90_000,
  });
  await api.start();
  stopHost = await startHost(PORT, {
    ...HOSTS,
    API_ORIGIN: `http://127.0.0.1:${API_PORT}`,
    TRUSTED_PROXIES: '1',
  });
});
test.afterAll(async () => {
  await stopHost();
  await api.stop();
});

const switchTo = async (page: Page, name: RegExp): Promise<void> => {
  await page.getByRole('group', { name: 'Store' }).getByRole('link', { name }).click();
};
const addFirstProduct = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
const cartButton = (page: Page, items: string) =>
  page.getByRole('banner').getByRole('button', { name: `Cart, ${items}` });

test("a guest's cart goes along to the other host and back (product 1.9)", async ({ page }) => {
  const complaints = collectComplaints(page);
  await page.goto('/products');
  await waitForHydration(page);
  await addFirstProduct(page);
  await expect(cartButton(page, '1 item')).toBeVisible();

  await switchTo(page, /Furrow/);
  await expect(page).toHaveURL(`${FURROW}/`);
  await expect(page.locator('html')).toHaveAttribute('data-storefront', 'organic');
  await expect(cartButton(page, '1 item')).toBeVisible();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${FURROW}/`);

  await page.goto(`${FURROW}/products`);
  await waitForHydration(page);
  await addFirstProduct(page);
  await expect(cartButton(page, '2 items')).toBeVisible();
  await switchTo(page, /Oriel/);
  await expect(page).toHaveURL(`${ORIEL}/`);
  await expect(cartButton(page, '2 items')).toBeVisible();
  await page.reload();
  await expect(cartButton(page, '2 items')).toBeVisible();

  // A product of the other storefront, opened within the page.
  await page.goto('/cart');
  await waitForHydration(page);
  await page.getByRole('main').locator('a[href^="/products/"]').last().click();
  await expect(page).toHaveURL(new RegExp(`^${FURROW}/products/[^#]+$`));
  await expect(cartButton(page, '2 items')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${ORIEL}/cart`);
  expect(complaints).toEqual([]);
});

test('a customer stays signed in at the other host, with one cart (product 1.9)', async ({ page, request }) => {
  const email = newEmail();
  await register(page, request, email);
  await page.goto('/products');
  await waitForHydration(page);
  await addFirstProduct(page);
  await expect(cartButton(page, '1 item')).toBeVisible();
  await switchTo(page, /Furrow/);
  await expect(page).toHaveURL(`${FURROW}/`);
  await expect(cartButton(page, '1 item')).toBeVisible();
  await page.goto(`${FURROW}/account`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${FURROW}/account`);
});
