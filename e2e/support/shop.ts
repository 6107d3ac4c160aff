import { test as base, expect, type Page } from '@playwright/test';
import type { StorefrontId } from '@shop/contracts/storefronts';
import { newNetwork } from './network';
import { SHOP_URL } from './stackConfig';

export { expect };

/** Collects console errors, warnings and page errors. */
export const collectComplaints = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Caused by the settings in playwright.config.ts.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    // A busy machine needs more than the few seconds that Chromium allows.
    if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
    // Redux in development on a busy machine.
    if (/^(?:Immutable|Serializable)StateInvariantMiddleware took \d+ms/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  return complaints;
};

/** The storefronts whose content the tests know. */
export const storefronts = ['jewellery', 'organic'] as const satisfies readonly StorefrontId[];

/** Opens pages in a storefront, by setting its cookie first. */
export const test = base.extend<{
  storefront: (typeof storefronts)[number];
  enterStorefront: (id: StorefrontId) => Promise<void>;
}>({
  storefront: ['jewellery', { option: true }],
  context: async ({ context }, use) => {
    // Not an option of the context, which would prevent its reuse.
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': newNetwork() });
    await use(context);
  },
  page: async ({ page }, use) => {
    await use(page);
    // Requests that are on their way when a test ends are no faults of it.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  enterStorefront: async ({ context }, use) => {
    await use(async (id) => {
      await context.addCookies([{ name: 'storefront', value: id, url: SHOP_URL }]);
    });
  },
});

/** Resolves when the page is hydrated and stored state has been restored. */
export const waitForHydration = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.dataset['awake'] === 'true');

/** Waits until the page has painted this many frames. */
export const paintFrames = (page: Page, frames: number): Promise<void> =>
  page.evaluate(async (count) => {
    for (let n = 0; n < count; n += 1) await new Promise(requestAnimationFrame);
  }, frames);
