import { buyThroughApi } from '../support/buyThroughApi';
import { main, open } from '../support/checkout';
import { createAccount, newEmail, PASSWORD, passwordField, signInWithGoogle } from '../support/identity';
import { post } from '../support/post';
import { PAYLOADS } from '../../api/src/testing/payloads';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';

test('a picture that fails to load is replaced by a placeholder of the same size (product 5.8)', async ({ page }) => {
  await page.route(/\/media\/.*\.(avif|webp)/, (route) => route.abort());
  await open(page, '/products');
  for (const card of await main(page).getByRole('article').all()) {
    await card.scrollIntoViewIfNeeded(); // Lazy pictures load.
    await card.hover();
  }
  await expect(main(page).locator('article img')).toHaveCount(0);
  const boxes = await main(page)
    .locator('article')
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)));
  expect(Math.min(...boxes)).toBeGreaterThan(200);
});

test('on a phone the buy bar covers neither focused elements nor the end of the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/products/ring-halo');
  const findOverlap = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const fixed = [...document.querySelectorAll('main *')].find(
        (element) =>
          getComputedStyle(element).position === 'fixed' &&
          element.getBoundingClientRect().bottom === innerHeight &&
          element.getBoundingClientRect().top > 0,
      );
      if (!focused || !fixed || fixed.contains(focused)) return 0;
      const { top, height } = focused.getBoundingClientRect();
      // The description is taller than the space above the bar.
      return Math.round(top + Math.min(height, 60) - fixed.getBoundingClientRect().top);
    });
  await main(page).getByRole('tab', { name: 'DESCRIPTION' }).focus();
  for (let n = 0; n < 45; n += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(findOverlap, `Tab ${n}`).toBeLessThanOrEqual(0); // once the focused element was scrolled to
  }
  const findEnd = () =>
    page.evaluate(() => {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      const fixed = [...document.querySelectorAll('main *')].find(
        (element) =>
          getComputedStyle(element).position === 'fixed' &&
          element.getBoundingClientRect().bottom === innerHeight &&
          element.getBoundingClientRect().top > 0,
      );
      return Math.round(
        (document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0) -
          (fixed?.getBoundingClientRect().top ?? 0),
      ); // Without the bar no content ends there.
    });
  await expect.poll(findEnd).toBeLessThanOrEqual(0);
});

test('on a phone the buy bar leads to the sizes of a product', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/products/ring-eternity');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(main(page).getByText('From $260.00').last()).toBeInViewport();
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).last().click();
  await expect(main(page).getByRole('alert')).toHaveText('Select a size');
  await expect(main(page).getByRole('radio').first()).toBeFocused();
  await expect(main(page).getByRole('radio').first()).toBeInViewport();
});

test('a guest is asked to log in, and the written review is restored afterwards', async ({ page }) => {
  const email = newEmail('guest-reviewer');
  await createAccount(email);
  await open(page, '/products/ring-signet#reviews');
  await main(page).getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('form', { name: 'Write a review' }).getByRole('textbox').fill('Heavy, in a good way');
  await page.getByRole('button', { name: 'Submit review' }).click();
  await main(page).getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/auth\/login\?next=/);
  await waitForHydration(page);
  await page.getByLabel('Email').fill(email);
  await passwordField(page, 'Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/products\/ring-signet#reviews$/);
  await expect(page.getByRole('form', { name: 'Write a review' }).getByRole('textbox')).toHaveValue(
    'Heavy, in a good way',
  );
});

test('without the catalog remote its quick view shows an error, and the home page works', async ({ page }) => {
  await page.route('**/remotes/mfe-catalog/**', (route) => route.abort('connectionrefused'));
  await open(page, '/');
  await main(page)
    .getByRole('button', { name: /^Quick view/ })
    .first()
    .press('Enter');
  await expect(page.getByText('The quick view did not open. Please try again.')).toBeVisible();
  await main(page)
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
});

for (const query of [
  'category=crowns',
  'brand=nobody',
  'page=99999',
  'page=-3',
  'minPrice=900&maxPrice=10',
  'minPrice=abc&maxPrice=%F0%9F%92%8D',
  'q=%25',
  "q='; DROP TABLE products; --",
  'q=💍',
  `q=${'x'.repeat(7_000)}`,
  'rating=9',
  'sort=worst',
  'category=rings&category=watches',
  'q=<script>window.__pwned=1</script>',
]) {
  test(`/products?${query.slice(0, 60)} shows a page`, async ({ page, request }) => {
    const complaints = collectComplaints(page);
    expect((await request.get(`/products?${query}`)).status()).toBe(200);
    await open(page, `/products?${query}`);
    await expect(page.getByRole('heading', { level: 1, name: /^(?:Shop|Results|Nothing matches)/ })).toBeVisible();
    await expect(main(page).getByRole('status').first()).toHaveText(/products?(, \d+ suggested)?$/);
    expect(await page.evaluate(() => (window as unknown as { __pwned?: number }).__pwned)).toBeUndefined();
    expect(complaints).toEqual([]);
  });
}

test("a review is in the server's page and its structured data as text, once caches expire", async ({
  page,
  browser,
}) => {
  await page.goto('/auth/login');
  await signInWithGoogle(page, newEmail('reviewer'));
  await expect(page).toHaveURL(/\/$/);
  const text = PAYLOADS.join('\n').slice(0, 1_900);
  const headers = await buyThroughApi(page.request, 'ring-signet');
  await post(page.request, '/api/products/ring-signet/reviews', { data: { rating: 2, comment: text }, headers });

  // Read without scripts, which would update the count themselves.
  const reader = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await reader.newPage();
  interface Body {
    readonly reviewBody: string;
  }
  const readStructuredData = async () => {
    await plain.goto('/products/ring-signet');
    return JSON.parse((await plain.locator('script[type="application/ld+json"]').first().textContent()) ?? '');
  };
  await expect
    .poll(async () => ((await readStructuredData()).review ?? []).map((review: Body) => review.reviewBody), {
      timeout: 25_000,
      intervals: [1_000],
    })
    .toContain(text.trim());
  await reader.close();
  const complaints = collectComplaints(page);
  await open(page, '/products/ring-signet');
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
  expect(complaints).toEqual([]);
});
