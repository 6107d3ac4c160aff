import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { expect, test, waitForHydration } from '../support/shop';

test('the page has composition and styles, and links scripts, so that all downloads start at once', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/products')).text();
  expect(html).toMatch(/<style data-href="\/remotes\/mfe-catalog\/[^"]+\.css">/);
  expect(html).not.toContain('rel="stylesheet"');
  expect(html).toMatch(
    /<link rel="preload" as="script" href="\/remotes\/mfe-catalog\/remoteEntry[^"]+\.js" integrity="sha384-/,
  );
  expect(html).toContain('"composition":{');

  const initiators: string[] = [];
  page.on('request', (sent) => initiators.push(new URL(sent.url()).pathname));
  await page.goto('/products');
  await waitForHydration(page);
  expect(initiators.filter((path) => path.endsWith('mf-manifest.json') || path.startsWith('/api/'))).toEqual([]);
  const named = initiators.filter((path) => /\.(js|css)$/.test(path) && !html.includes(path));
  expect(named, 'nothing is fetched that the HTML does not name').toEqual([]);
});

test('a browser that has the files of the styles gets links to them', async ({ page, request, context }) => {
  await page.goto('/products');
  const getStyles = async () => (await context.cookies()).find(({ name }) => name === 'styles')?.value;
  await expect.poll(getStyles).toMatch(/^[\w-]+\.[\w-]+$/);
  const html = await (await request.get('/products', { headers: { cookie: `styles=${await getStyles()}` } })).text();
  expect(html).not.toContain('<style');
  expect(html).toMatch(/<link rel="stylesheet" href="\/remotes\/mfe-catalog\/[^"]+\.css" integrity="sha384-/);
  const unknown = await (await request.get('/products', { headers: { cookie: 'styles=other.release' } })).text();
  expect(unknown).toContain('<style data-href="/assets/');
  // Styles that a page has in it are found by the code of the next page, which would link them otherwise.
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(
    await page.locator('link[rel="stylesheet"][href*="/mfe-catalog/"], link[href*="/assets/client."]').count(),
  ).toBe(0);
});

test('the theme is applied before any script runs (product 1.1, 3.10)', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/?store=organic');
  await expect(page.locator('html')).toHaveAttribute('data-storefront', 'organic');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(250, 248, 239)');
  const banner = page.getByRole('main').locator('section').first();
  await expect(banner).toContainText('Welcome to Furrow');
  expect(await banner.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(15, 74, 35)');
  const button = banner.getByRole('link', { name: 'Shop Fresh Now' });
  expect(await button.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(245, 200, 75)');
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-storefront', 'organic');
  await context.close();
});

test('an unknown path redirects to the home page, which says so once (product 2.5, 2.12)', async ({
  request,
  page,
}) => {
  const answer = await request.get('/no/such/page', { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers()['location']).toBe('/');
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/$/);
  const note = page.getByRole('region', { name: 'There is nothing at that address' });
  await expect(note.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'the home page after an unknown path', 'main');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await waitForHydration(page);
  await expect(note).toHaveCount(0);
});

test('without JavaScript the cart says how to order, and its skeleton stands still (product 15.7)', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/cart', '/checkout', '/checkout/order-received/1', '/products/ring-signet']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link', { name: '503 555 0100' })).toHaveAttribute(
      'href',
      'tel:+15035550100',
    );
  }
  await page.goto('/cart');
  const skeleton = page.getByRole('main').locator('[aria-busy] > [aria-hidden]').first();
  expect(await skeleton.evaluate((node) => getComputedStyle(node).animationName)).toBe('none');
  await context.close();
});

test("an unknown product says 'Product not found' with 404 (product 5.7)", async ({ request, page }) => {
  expect((await request.get('/products/no-such-thing')).status()).toBe(404);
  await page.goto('/products/no-such-thing');
  await expect(page.getByRole('main').getByText('Product not found').first()).toBeVisible();
});

test('a product page shows its storefront', async ({ request }) => {
  const html = await (await request.get('/products/carrots')).text();
  expect(html).toContain('data-storefront="organic"');
});

test('every response has the security headers, and each kind its cache headers', async ({ request }) => {
  const html = await request.get('/');
  expect(html.headers()['cache-control']).toBe('no-cache');
  expect(html.headers()['content-security-policy']).not.toContain('unsafe');
  expect(html.headers()['x-content-type-options']).toBe('nosniff');
  const script = /<script src="([^"]+)" defer/.exec(await html.text())?.[1] ?? '';
  const asset = await request.get(script, { headers: { 'accept-encoding': 'br' } });
  expect(asset.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  const missing = await request.get('/assets/nothing.js');
  expect(missing.status()).toBe(404);
});

/** The headings and pictures of the page's main part, in order, and their top edges. */
const readPlaces = (page: Page): Promise<readonly { readonly name: string; readonly top: number }[]> =>
  page.locator('main :is(h1, h2, img)').evaluateAll((nodes) =>
    nodes.map((node) => ({
      name: node.textContent || node.getAttribute('src') || '',
      top: node.getBoundingClientRect().top,
    })),
  );

for (const width of [390, 1440])
  test(`what is painted before the rest of a page arrives stays where it is at ${width} px`, async ({
    browser,
    request,
  }) => {
    const height = 844;
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height } });
    const page = await context.newPage();
    for (const path of ['/?store=jewellery', '/?store=organic', '/products/ring-halo?store=jewellery']) {
      const html = await (await request.get(path)).text();
      const main = html.indexOf('<main');
      const ends = [...html.slice(main).matchAll(/<\/(?:div|picture|button)>/g)].slice(0, 12);
      let arrived = html;
      await page.route('**/*', (route) =>
        route.request().isNavigationRequest()
          ? route.fulfill({ contentType: 'text/html', body: arrived })
          : route.continue(),
      );
      await page.goto(path);
      const whole = await readPlaces(page);
      for (const end of ends) {
        arrived = html.slice(0, main + end.index + end[0].length);
        await page.goto(path);
        const moved = (await readPlaces(page)).filter(
          ({ top }, index) => top < height && Math.abs(top - (whole[index]?.top ?? top)) > 40,
        );
        expect(moved, `${path}, cut after ${arrived.slice(-80)}`).toEqual([]);
      }
      await page.unroute('**/*');
    }
    await context.close();
  });
