import { test as base, expect, type Page } from '@playwright/test';
import { SHOP_URL } from './stackConfig';

export { expect };

/** Console errors, warnings and page errors of a page, as they come. */
export const collectComplaints = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // as playwright.config.ts asks for
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    // Redux in development, on a busy machine
    if (/^(?:Immutable|Serializable)StateInvariantMiddleware took \d+ms/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  return complaints;
};

export const storefronts = ['jewellery', 'organic'] as const;
export type StorefrontId = (typeof storefronts)[number];

let shoppers = 0;
/** An address of its own for each shopper: what one does wrong does not count against another. */
export const newNetwork = (): string =>
  `10.${process.pid % 250}.${Math.floor((shoppers += 1) / 250)}.${shoppers % 250}`;

/** Opens pages of a storefront: its cookie is set before the first one. */
export const test = base.extend<{ storefront: StorefrontId; enterStorefront: (id: StorefrontId) => Promise<void> }>({
  storefront: ['jewellery', { option: true }],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newNetwork() }),
  enterStorefront: async ({ context }, use) => {
    await use(async (id) => {
      await context.addCookies([{ name: 'storefront', value: id, url: SHOP_URL }]);
    });
  },
});

/** Done once React has taken over the server's markup, and what the browser kept is in the store. */
export const waitForHydration = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.dataset['awake'] === 'true');
