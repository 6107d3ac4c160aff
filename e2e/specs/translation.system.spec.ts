import { ACCOUNT_PAGES, PUBLIC_PAGES, SIGN_IN_PAGES } from '../support/pages';
import { expect, storefronts, test, waitForHydration } from '../support/shop';
import { translatePages } from '../support/translator';

for (const storefront of storefronts)
  for (const [when, delayMs] of [
    ['at once', 0],
    ['half a second after they come', 500],
  ] as const)
    test(`every screen (${storefront}) survives a translator that replaces all texts ${when}, and no release is blamed (product 15.5)`, async ({
      page,
      enterStorefront,
    }) => {
      test.slow();
      await enterStorefront(storefront);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('request', (request) => {
        const report = new URL(request.url()).pathname === '/rum' ? (request.postData() ?? '') : '';
        if (/"kind":"(?:load|render|error|damage)"|"failed":true/.test(report)) errors.push(`reported: ${report}`);
      });
      await translatePages(page, delayMs);
      for (const path of [...PUBLIC_PAGES, ...SIGN_IN_PAGES, ...ACCOUNT_PAGES])
        await test.step(path, async () => {
          await page.goto(path);
          await waitForHydration(page);
          await expect(page.locator('h1 font').first()).toBeVisible();
          // To a page of another remote, and back.
          const other = path === '/about' ? '/contact' : '/about';
          const link = page.locator(`header a[href="${other}"]`).first();
          if (await link.isVisible()) {
            const address = page.url();
            await link.click();
            await expect(page).toHaveURL(other);
            await expect(page.locator('h1 font').first()).toBeVisible();
            await page.goBack();
            await expect(page).toHaveURL(address);
            await expect(page.locator('h1 font').first()).toBeVisible();
          }
          expect.soft(await page.locator('[aria-labelledby="remote-unavailable"]').count(), path).toBe(0);
          expect.soft(errors.splice(0), path).toEqual([]);
        });
    });
