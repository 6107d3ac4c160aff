import type { Page, Route } from '@playwright/test';
import { cartButton, main } from '../support/checkout';
import { expect, test, waitForHydration } from '../support/shop';

/** From a click on the link of a remote that hangs to its panel, by the clock of the page. */
const PANEL_WITHIN_MS = 3_500;

/** For each remote: a page that does not need it, and a page of its own that the shell links to. */
const remotes = [
  { remote: 'mfe-home', from: '/products', path: '/about' },
  { remote: 'mfe-catalog', from: '/about', path: '/products' },
  { remote: 'mfe-cart-checkout', from: '/about', path: '/cart' },
  { remote: 'mfe-auth', from: '/about', path: '/wishlist' },
] as const;

const isScript = (route: Route): boolean => new URL(route.request().url()).pathname.endsWith('.js');
const isStyle = (route: Route): boolean => new URL(route.request().url()).pathname.endsWith('.css');

/** Ways in which loading a remote's files can fail (security.md 6.7). `undefined` is a response that never arrives. */
const modes = {
  dead: (route) => route.abort('connectionrefused'),
  hanging: () => undefined,
  garbage: (route) =>
    isScript(route) ? route.fulfill({ contentType: 'text/javascript', body: 'not a script (' }) : route.continue(),
  'HTML with status 200': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Welcome to the hotel</h1>' }),
  altered: async (route) => {
    if (!isScript(route)) return route.continue();
    const answer = await route.fetch();
    return route.fulfill({ response: answer, body: `window.altered = true;${await answer.text()}` });
  },
  'without its styles': (route) => (isStyle(route) ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()),
} satisfies Record<string, (route: Route) => unknown>;

const panel = (page: Page) => main(page).getByRole('alert');
const retry = (page: Page) => panel(page).getByRole('button', { name: 'Retry' });

/** Breaks a remote. Returns a function that repairs it. */
const breakRemote = async (page: Page, remote: string, mode: keyof typeof modes): Promise<() => void> => {
  let broken = true;
  await page.route(`**/remotes/${remote}/**`, (route) => (broken ? modes[mode](route) : route.continue()));
  return () => {
    broken = false;
  };
};

for (const { remote, from, path } of remotes) {
  for (const mode of Object.keys(modes) as (keyof typeof modes)[]) {
    test(`${remote} is ${mode}: its panel is shown, the rest works, and Retry loads it without a reload`, async ({
      page,
    }) => {
      const reports: unknown[] = [];
      page.on('request', (request) => request.url().endsWith('/rum') && reports.push(request.postDataJSON()));
      const heal = await breakRemote(page, remote, mode);
      await page.goto(from);
      await waitForHydration(page);
      await page.evaluate(() => Object.assign(window, { marker: 1 }));

      await page.locator(`a[href="${path}"]`).locator('visible=true').first().click();
      await expect(retry(page)).toBeVisible();
      expect(await page.evaluate(() => 'altered' in window), 'altered code ran').toBe(false);
      await expect
        .poll(() => reports)
        .toContainEqual(expect.objectContaining({ kind: 'load', remote, release: expect.stringMatching(/^1\.0\.0-/) }));

      // The rest of the page works.
      await expect(cartButton(page)).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      heal();
      await retry(page).click();
      await expect(panel(page)).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      expect(await page.evaluate(() => 'marker' in window), 'no reload happened').toBe(true);
    });
  }

  test(`${remote} is dead when its page is opened: the shop shows the panel, and Retry loads it`, async ({ page }) => {
    const heal = await breakRemote(page, remote, 'dead');
    await page.goto(path);
    await expect(retry(page)).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    heal();
    await retry(page).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('a remote whose styles do not load shows the panel with Retry instead of an unstyled page', async ({
  page,
  context,
}) => {
  // The page of a first visit has its styles in it.
  await page.goto('/products');
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'styles')).toBe(true);
  const heal = await breakRemote(page, 'mfe-catalog', 'without its styles');
  await page.goto('/products');
  await expect(retry(page)).toBeVisible();
  heal();
  await retry(page).click();
  await expect(main(page).getByRole('article').first()).toBeVisible();
});

test('a remote that stays unavailable shows how to get help', async ({ page }) => {
  await breakRemote(page, 'mfe-catalog', 'dead');
  await page.goto('/about');
  await waitForHydration(page);
  await page.locator('a[href="/products"]').locator('visible=true').first().click();
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(panel(page).getByRole('link', { name: 'Contact us' })).toHaveCount(0);
    await retry(page).click();
    await expect(panel(page).getByRole('heading')).toBeFocused(); // at each failure
  }
  await panel(page).getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('a remote that hangs is given up after three and a half seconds', async ({ page }) => {
  await breakRemote(page, 'mfe-catalog', 'hanging');
  await page.clock.install();
  await page.goto('/about');
  await waitForHydration(page);
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1_000);
  await page.locator('a[href="/products"]').locator('visible=true').first().click();
  await page.clock.runFor(500);
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible();
  await expect(retry(page)).toBeHidden();
  await page.clock.runFor(PANEL_WITHIN_MS - 500);
  await expect(retry(page)).toBeVisible();
});

test('while the API is down pages say so, and Retry recovers them', async ({ page }) => {
  await page.goto('/about');
  await waitForHydration(page);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.locator('a[href="/products"]').locator('visible=true').first().click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Error loading products:');
  await page.unroute('**/api/**');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});
