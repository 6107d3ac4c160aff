import path from 'node:path';
import type { Page } from '@playwright/test';
import { storefronts as configurations, type StorefrontId } from '@shop/contracts/storefronts';
import { addFirstProduct, agreeAndPlace, fillCart, fillCheckout, main, open, openDrawer, receivedNumber } from '../support/checkout';
import { createAccount, logIn, newEmail, passwordField } from '../support/identity';
import { ACCOUNT_PAGES, PUBLIC_PAGES, SIGN_IN_PAGES } from '../support/pages';
import { expect, test } from '../support/shop';

const storefronts = Object.values(configurations).map(({ id }) => id);
const folder = path.resolve(__dirname, '../../screens');
const WIDTHS = [1440, 768, 390] as const;
const HEIGHTS: Readonly<Record<(typeof WIDTHS)[number], number>> = { 1440: 900, 768: 1024, 390: 844 };
/** Viewports where a button opens the header's menu. */
const isPhone = (width: number): boolean => width < 640;
/** Paths that exist in one storefront only and switch to it. */
const OWN_PATHS: Readonly<Partial<Record<StorefrontId, RegExp>>> = { jewellery: /ring|diamond/, organic: /fruits|carrots/ };
const isElsewhere = (address: string, storefront: StorefrontId): boolean =>
  storefronts.some((other) => other !== storefront && OWN_PATHS[other]?.test(address));
const toFileName = (address: string): string => address.slice(1).replaceAll(/[/?=&]/g, '-') || 'home';

/** Scrolls down to load lazy pictures, then back to the top. */
const scrollThrough = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForLoadState('networkidle');
  // A lazy picture that is not displayed at this width never loads.
  await page.evaluate(() => {
    const shown = [...document.images].filter(({ complete }) => complete);
    return Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
  });
};

for (const storefront of storefronts) {
  for (const width of WIDTHS) {
    /** The full page, or only the viewport if an overlay is open. */
    const take = async (page: Page, name: string, { whole = true } = {}): Promise<void> => {
      if (whole) await scrollThrough(page);
      await page.waitForTimeout(500); // Let animations finish.
      await page.screenshot({ path: path.join(folder, `${storefront}-${width}`, `${name}.png`), fullPage: whole });
    };

    const takeAll = async (page: Page, addresses: readonly string[]): Promise<void> => {
      for (const address of addresses) {
        await open(page, address);
        await take(page, toFileName(address));
      }
    };

    test.describe(`${storefront} at ${width}`, () => {
      test.use({ viewport: { width, height: HEIGHTS[width] } });
      test.beforeEach(async ({ enterStorefront }) => enterStorefront(storefront));

      test('public screens', async ({ page }) => {
        const addresses = [...PUBLIC_PAGES, '/no-such-page', '/products?q=nothing-of-this-name'].filter((address) => !isElsewhere(address, storefront));
        await takeAll(page, addresses);
      });

      test('screens of the plain layout, and a wrong password', async ({ page }) => {
        await takeAll(page, SIGN_IN_PAGES);
        await open(page, '/auth/login');
        await page.getByLabel('Email').fill(newEmail('wrong'));
        await passwordField(page, 'Password').fill('not my password');
        await page.getByRole('button', { name: 'Log in', exact: true }).click();
        await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
        await take(page, 'auth-login-wrong');
      });

      test('overlays', async ({ page }) => {
        await open(page, '/');
        if (isPhone(width)) await page.getByRole('button', { name: 'Open menu' }).click();
        else await page.getByRole('banner').getByRole('button', { name: 'Categories' }).locator('visible=true').click();
        await take(page, 'menu', { whole: false });

        await open(page, '/products');
        const filters = main(page).getByRole('button', { name: /^Filters/ }).locator('visible=true');
        if ((await filters.count()) > 0) {
          await filters.click();
          await take(page, 'filters', { whole: false });
          await page.keyboard.press('Escape');
        }
        await main(page).getByRole('button', { name: /^Quick view/ }).first().focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog')).toBeVisible();
        await take(page, 'quick-view', { whole: false });
      });

      test('a purchase', async ({ page }) => {
        await addFirstProduct(page);
        await openDrawer(page);
        await take(page, 'cart-drawer', { whole: false });
        if (storefront === 'organic') await fillCart(page);
        await open(page, '/cart');
        await take(page, 'cart-filled');
        await open(page, '/checkout');
        await take(page, 'checkout-filled');
        await page.getByLabel('I have read and agree to the website terms and conditions *').check();
        await page.getByRole('button', { name: 'Place order' }).click();
        await take(page, 'checkout-errors');
        await fillCheckout(page, newEmail('screens'));
        await page.getByLabel('I have read and agree to the website terms and conditions *').uncheck();
        await agreeAndPlace(page);
        await receivedNumber(page);
        await take(page, 'order-received');
      });

      test('an account', async ({ page }) => {
        const email = newEmail('screens');
        await createAccount(email);
        await logIn(page, email);
        await addFirstProduct(page);
        if (storefront === 'organic') await fillCart(page);
        await open(page, '/checkout');
        await fillCheckout(page, email);
        await agreeAndPlace(page);
        await receivedNumber(page);
        await takeAll(page, ACCOUNT_PAGES);
      });

      test('failures', async ({ page }) => {
        await page.route('**/remotes/mfe-auth/**', (route) => route.abort());
        await open(page, '/about');
        // The path belongs to mfe-auth, which does not load.
        await page.getByRole('link', { name: /^Wishlist/ }).locator('visible=true').first().click();
        await expect(main(page).getByRole('button', { name: 'Retry' })).toBeVisible();
        await take(page, 'remote-unavailable');
        await page.route('**/api/**', (route) => route.abort());
        await page.getByRole('contentinfo').getByRole('link', { name: 'All products' }).click();
        await expect(main(page).getByRole('alert')).toContainText('Error loading products:');
        await take(page, 'listing-failed');
      });
    });
  }
}
