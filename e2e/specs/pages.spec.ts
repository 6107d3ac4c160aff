import { expectAccessible } from '../support/accessibility';
import { PUBLIC_PAGES } from '../support/pages';
import { collectComplaints, expect, storefronts, test, waitForHydration } from '../support/shop';

for (const storefront of storefronts) {
  for (const path of PUBLIC_PAGES) {
    test(`${path} (${storefront}) is rendered by the server, hydrates without warnings, is accessible and fits narrow screens`, async ({
      page,
      enterStorefront,
      request,
    }) => {
      await enterStorefront(storefront);
      const complaints = collectComplaints(page);
      const html = await (await request.get(path, { headers: { cookie: `storefront=${storefront}` } })).text();
      const heading = /<h1[^>]*>(.*?)<\/h1>/s
        .exec(html)?.[1]
        ?.replace(/<[^<>]+>/g, '')
        .trim();
      expect(heading, 'the HTML itself holds the heading').toBeTruthy();
      expect(html).toMatch(/<title>[^<]+<\/title>/);

      await page.goto(path);
      await waitForHydration(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(complaints).toEqual([]);
      await expectAccessible(page, path);
    });
  }
}
