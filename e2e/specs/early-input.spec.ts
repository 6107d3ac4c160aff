import type { Page } from '@playwright/test';
import { newEmail, passwordField } from '../support/identity';
import { collectComplaints, expect, storefronts, test } from '../support/shop';

/** Opens the page as a slow browser shows it at first: without its scripts. Returns a function that lets them load. */
const openUnhydrated = async (page: Page, path: string): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/(?:assets|remotes)\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  return release;
};

const addButton = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first();
const cartButton = (page: Page, items: string) =>
  page.getByRole('banner').getByRole('button', { name: `Cart, ${items}` });

for (const storefront of storefronts)
  test(`in the ${storefront} store every button is kept or works before hydration (product 15.4)`, async ({
    page,
    enterStorefront,
  }) => {
    await enterStorefront(storefront);
    const product = storefront === 'jewellery' ? 'ring-halo' : 'carrots';
    for (const path of [
      '/',
      '/products',
      `/products/${product}`,
      '/contact',
      '/auth/login',
      '/auth/register',
      '/faq',
    ]) {
      await openUnhydrated(page, path);
      const lost = await page.evaluate(() =>
        [...document.querySelectorAll('button')]
          .filter((button) => !button.disabled && !button.form?.hasAttribute('action'))
          .filter((button) => {
            let isKept = false;
            const see = (event: Event): void => {
              isKept ||= event.defaultPrevented;
              event.preventDefault();
            };
            document.addEventListener('submit', see);
            button.addEventListener('click', see, { once: true });
            const isDefault = button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
            document.removeEventListener('submit', see);
            return !isKept && isDefault;
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      );
      expect(lost, path).toEqual([]);
    }
  });

test('a button that was pressed before hydration does its work afterwards, once (product 15.4)', async ({ page }) => {
  const complaints = collectComplaints(page);
  const hydrate = await openUnhydrated(page, '/products');
  await addButton(page).click();
  hydrate();
  await expect(cartButton(page, '1 item')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('what was typed and chosen before hydration is in the form afterwards (product 15.4)', async ({ page }) => {
  const hydrate = await openUnhydrated(page, '/contact');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Name').fill('Ada Lovelace');
  await form.getByLabel('Email').fill(newEmail());
  await form.getByLabel('Subject').fill('A question');
  await form.getByLabel('Message').fill('Typed before anything was loaded.');
  await form.getByRole('button', { name: 'Send message' }).click();
  hydrate();
  await expect(page.getByText(/Your message has arrived/)).toBeVisible();
});

test('a form whose scripts have not loaded sends no password in an address (product 15.4)', async ({ page }) => {
  const hydrate = await openUnhydrated(page, '/auth/login');
  await page.getByLabel('Email').fill(newEmail());
  await passwordField(page, 'Password').fill('not the right one');
  await passwordField(page, 'Password').press('Enter');
  await expect(page).toHaveURL(/\/auth\/login$/);
  hydrate();
  await expect(page.getByText('Wrong email or password.')).toBeVisible();
});

test('the quantity that was chosen before hydration is bought (product 15.4)', async ({ page, enterStorefront }) => {
  await enterStorefront('organic');
  const hydrate = await openUnhydrated(page, '/products/carrots');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Increase quantity/ })
    .first()
    .click();
  await addButton(page).click();
  hydrate();
  await expect(cartButton(page, '2 items')).toBeVisible();
});
