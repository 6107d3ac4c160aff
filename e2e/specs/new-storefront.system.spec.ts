import fs from 'node:fs';
import path from 'node:path';
import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';
import { createUrlCheck, ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { expectAccessible } from '../support/accessibility';
import { agreeAndPlace, cartButton, fillCheckout, main, receivedNumber } from '../support/checkout';
import { newEmail } from '../support/identity';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';
import { repositoryRoot } from '../support/stackConfig';

/** A third storefront in a temporary copy of the repository, built and served by the steps of `npm start`. */
test.describe.configure({ mode: 'serial' });
const PORT = 3917;
const API_PORT = 4917;
const SHOP = `http://localhost:${PORT}`;
const MAX_FILES = 20;
const BUILD_TIMEOUT_MS = 420_000;
test.use({ baseURL: SHOP });

let copy: RepositoryCopy;
const servers: ManagedProcess[] = [];

const createStorefront = (...args: readonly string[]): string =>
  copy.runOrThrow('tsx', 'scripts/storefront/cli.ts', 'new', ...args);

const startServer = async (file: string, url: string, env: Readonly<Record<string, string>>): Promise<void> => {
  const server = new ManagedProcess({
    name: file,
    args: tsxArguments(file),
    cwd: copy.directory,
    env: { LOG_LEVEL: 'error', METRICS_PORT: 'off', SHUTDOWN_DELAY_MS: '0', ...env },
    isReady: createUrlCheck(url),
  });
  servers.push(server);
  await server.start();
};

/** What `npm start` does after it has installed the packages. */
const startShop = async (): Promise<void> => {
  copy.runOrThrow('tsx', 'api/content/buildPictures.ts');
  copy.runOrThrow('tsx', 'federation/registry/cli.ts', 'build', '--all');
  copy.runOrThrow('tsx', 'federation/registry/cli.ts', 'init');
  copy.runOrThrow('tsx', 'host/server/announce.ts');
  copy.runOrThrow('tsx', 'federation/registry/cli.ts', 'release-local');
  const apiOrigin = `http://127.0.0.1:${API_PORT}`;
  await startServer('api/src/server.ts', `${apiOrigin}/api/health/ready`, {
    API_PORT: String(API_PORT),
    PUBLIC_URL: SHOP,
    TRUSTED_PROXIES: '1',
  });
  await startServer('host/server/main.ts', `${SHOP}/health`, { PORT: String(PORT), API_ORIGIN: apiOrigin });
};

test.beforeAll(() => {
  copy = new RepositoryCopy();
  // Pictures of the other storefronts take minutes to encode, and are the same.
  fs.cpSync(path.join(repositoryRoot, '.data/media'), copy.resolve('.data/media'), { recursive: true });
  copy.commit();
});
test.afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  copy.remove();
});

test('a name that cannot be a storefront is refused, and nothing is written', () => {
  expect(() => createStorefront('organic')).toThrow(/organic already exists/);
  expect(() => createStorefront('Books!')).toThrow(/not "Books!"/);
  expect(() => createStorefront('class')).toThrow(/class cannot be a storefront's id: it is a reserved word/);
  expect(() => createStorefront('registry')).toThrow(/registry cannot be a storefront's id/);
  expect(() => createStorefront('my', 'books')).toThrow(/Usage:/);
  expect(() => createStorefront('books', '--name', '<b>')).toThrow(/not "<b>"/);
  expect(copy.findChangedFiles({ eachFile: true })).toEqual([]);
});

test('a third storefront is 20 files at most, which pass the checks of types and imports', () => {
  test.setTimeout(300_000);
  expect(createStorefront('books', '--name', 'Paper and Ink')).toContain('/?store=books');
  const files = copy.findChangedFiles({ eachFile: true });
  expect(files.length).toBeGreaterThan(5);
  expect(files.length).toBeLessThanOrEqual(MAX_FILES);
  for (const [program, ...args] of [
    ['tsc', '--noEmit', '-p', 'tsconfig.json'],
    ['prettier', '--check', '--log-level', 'warn', ...files.filter((file) => /\.(?:ts|tsx|css|md)$/.test(file))],
    ['stylelint', ...files.filter((file) => file.endsWith('.css'))],
  ] as const)
    copy.runOrThrow(program, ...args);
});

test('a guest buys in it: home, listing, product, cart, checkout', async ({ page }) => {
  test.setTimeout(BUILD_TIMEOUT_MS);
  await startShop();
  const complaints = collectComplaints(page);
  await page.goto('/?store=books');
  await waitForHydration(page);
  await expect(page.locator('html')).toHaveAttribute('data-storefront', 'books');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Paper and Ink');
  await expect(page).toHaveTitle(/Paper and Ink/);
  await expectAccessible(page, 'the home page of a new storefront');

  await main(page).getByRole('link', { name: 'Favorites' }).first().click();
  await expect(page).toHaveURL(/\/category\/books-favorites$/);
  await expect(main(page).getByRole('status').first()).toContainText('2 products');
  await main(page).getByRole('link', { name: 'Sample 3' }).first().click();
  await expect(page).toHaveURL(/\/products\/books-sample-3$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample 3');
  await main(page)
    .getByRole('button', { name: /^Add to cart$/ })
    .first()
    .click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');

  await page.goto('/cart');
  await waitForHydration(page);
  await expect(main(page).getByText('Sample 3').first()).toBeVisible();
  await main(page)
    .getByRole('link', { name: /checkout/i })
    .click();
  await expect(page).toHaveURL(/\/checkout$/);
  await fillCheckout(page, newEmail('reader'));
  await agreeAndPlace(page);
  const number = await receivedNumber(page);
  await expect(main(page)).toContainText(number);
  await expect(main(page)).toContainText('Sample 3');
  await expect(page.locator('html')).toHaveAttribute('data-storefront', 'books');
  expect(complaints).toEqual([]);
});

test('the other storefronts list it, and keep their own goods and icons', async ({ page, request }) => {
  await page.goto('/');
  await waitForHydration(page);
  await expect(page.locator('html')).toHaveAttribute('data-storefront', 'jewellery');
  await expect(page.getByRole('group', { name: 'Store' }).getByRole('link', { name: /Paper and Ink/ })).toBeVisible();
  expect(await (await request.get('/products')).text()).not.toContain('Sample 3');
  const manifest = await request.get('/manifest.webmanifest?store=books');
  expect(await manifest.json()).toMatchObject({ name: 'Paper and Ink' });
  expect((await request.get('/manifest.webmanifest?store=unknown')).status()).toBe(404);
});
