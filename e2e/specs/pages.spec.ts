import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility';
import { PUBLIC_PAGES } from '../support/pages';
import { collectComplaints, expect, storefronts, test, waitForHydration } from '../support/shop';

/** Collects URLs of requests to other sites. */
const collectForeignRequests = (page: Page): string[] => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname)) foreign.push(request.url());
  });
  return foreign;
};

for (const storefront of storefronts)
  test(`public pages (${storefront}) are rendered by the server, hydrate without warnings, are accessible, fit screens from 320 px to 4K and request nothing from other sites (product 15.1)`, async ({
    page,
    enterStorefront,
  }) => {
    test.slow();
    await enterStorefront(storefront);
    const complaints = collectComplaints(page);
    const foreign = collectForeignRequests(page);
    // One tab opens them all: a third of the time of a tab for each.
    for (const path of PUBLIC_PAGES)
      await test.step(path, async () => {
        const html = (await (await page.goto(path))?.text()) ?? '';
        const heading = /<h1[^>]*>(.*?)<\/h1>/s
          .exec(html)?.[1]
          ?.replace(/<[^<>]+>/g, '')
          .trim();
        expect.soft(heading, `${path}: the HTML itself has the heading`).toBeTruthy();
        expect.soft(html, path).toMatch(/<title>[^<]+<\/title>/);
        await waitForHydration(page);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect.soft(complaints.splice(0), path).toEqual([]);
        // Header and footer are the same on every page.
        await expectAccessible(page, path, path === '/' ? 'html' : 'main');
        const before = page.viewportSize();
        await page.setViewportSize({ width: 3840, height: 2160 });
        await expectNoSidewaysScroll(page, `${path} at 4K`);
        if (before) await page.setViewportSize(before);
      });
    expect(foreign).toEqual([]);
  });
