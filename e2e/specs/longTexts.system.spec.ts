import { expectNoSidewaysScroll } from '../support/accessibility';
import { lengthenTexts, visitWithinShop } from '../support/alterAnswers';
import { buyThroughApi } from '../support/buyThroughApi';
import { addFirstProduct, openDrawer } from '../support/checkout';
import { logInAsNew } from '../support/identity';
import { ACCOUNT_PAGES, PUBLIC_PAGES } from '../support/pages';
import { storefronts, test, waitForHydration } from '../support/shop';

for (const storefront of storefronts)
  test(`every screen (${storefront}) holds at 320 px with words of 66 letters in all data (product 15.1)`, async ({
    page,
    enterStorefront,
  }) => {
    test.slow();
    await enterStorefront(storefront);
    const product = storefront === 'organic' ? '/products/carrots' : '/products/ring-halo';
    await logInAsNew(page);
    if (storefront === 'jewellery') await buyThroughApi(page.request, 'bracelet-cuff');
    await addFirstProduct(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await lengthenTexts(page);
    await page.goto('/terms');
    await waitForHydration(page);
    for (const path of [...PUBLIC_PAGES, ...ACCOUNT_PAGES, '/products?q=braclet', product])
      await test.step(path, async () => {
        // A page of another kind in between: the next one has another heading.
        const between = page.url().endsWith('/faq') || path === '/faq' ? '/privacy' : '/faq';
        await visitWithinShop(page, between);
        await visitWithinShop(page, path);
        await expectNoSidewaysScroll(page, path);
      });
    await openDrawer(page);
    await expectNoSidewaysScroll(page, 'the drawer');
  });
