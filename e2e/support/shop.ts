import { test as base, expect, type Page } from '@playwright/test';
import { SHOP_URL } from './stackConfig';

export { expect };

/** Console errors, warnings and page errors of a page, as they come. */
export const collectComplaints = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  return complaints;
};

export const storefronts = ['jewellery', 'organic'] as const;
export type StorefrontId = (typeof storefronts)[number];

/** Opens pages of a storefront: its cookie is set before the first one. */
export const test = base.extend<{ storefront: StorefrontId; enterStorefront: (id: StorefrontId) => Promise<void> }>({
  storefront: ['jewellery', { option: true }],
  enterStorefront: async ({ context }, use) => {
    await use(async (id) => {
      await context.addCookies([{ name: 'storefront', value: id, url: SHOP_URL }]);
    });
  },
});

/** True once React has taken over the server's markup. */
export const waitForHydration = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
