import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';
import { ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import type { Page } from '@playwright/test';
import { createReleases } from '../support/releases';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';
import { startHost } from '../support/startHost';

/**
 * An unpublished remote from a laptop's dev server in the running shop (docs/releasing.md, From your laptop).
 */
test.describe.configure({ mode: 'serial' });
const PORT = 3917;
const DEV_PORT = 3951;
const SHOP = `http://localhost:${PORT}`;
const DEV_SERVER = `http://localhost:${DEV_PORT}`;
// This host is not behind a proxy, and a custom header would trigger CORS preflights to the dev server.
test.use({ baseURL: SHOP, extraHTTPHeaders: {} });

/** A page under development with component state. */
const PAGE = `import { Wrap } from '@shop/shared/design-system/Wrap';
import { useState } from 'react';
import styles from './WelcomePage.module.css';

export function WelcomePage() {
  const [wish, setWish] = useState('');
  return (
    <Wrap>
      <h1 className={styles.next}>Gifts of this laptop</h1>
      <label>Wish <input value={wish} onChange={(event) => setWish(event.target.value)} /></label>
      <p>You wish for {wish || 'nothing'}</p>
    </Wrap>
  );
}
`;

let copy: RepositoryCopy;
let stopHost: () => Promise<void>;
let devServer: ManagedProcess;

const sourceFile = (name: string): string => `mfe-gifts/src/features/welcome/${name}`;
const edit = (name: string, from: string, to: string): void => {
  expect(copy.read(sourceFile(name))).toContain(from);
  copy.edit(sourceFile(name), (text) => text.replace(from, to));
};

const startDevServer = (): Promise<ManagedProcess> =>
  new ManagedProcess({
    name: 'The dev server',
    args: tsxArguments('federation/registry/cli.ts', 'dev', 'mfe-gifts'),
    cwd: copy.directory,
    stdio: 'ignore',
  }).start();

/** The page that the server sends to a browser with the override cookie. */
const readHtml = async (page: Page): Promise<string> => (await page.request.get('/gifts')).text();

const openOverridden = (page: Page) => page.goto(`/gifts?remote.mfe-gifts=${DEV_SERVER}`);

// A dev server's CORS allows no header of a proxy.
test.beforeEach(({ context }) => context.setExtraHTTPHeaders({}));
test.beforeAll(async () => {
  test.setTimeout(120_000);
  copy = new RepositoryCopy();
  copy.runOrThrow(process.execPath, '--import', 'tsx', 'federation/registry/cli.ts', 'new', 'mfe-gifts');
  copy.edit('mfe-gifts/remote.json', (text) => text.replace(/"devPort": \d+/, `"devPort": ${DEV_PORT}`));
  copy.write(sourceFile('WelcomePage.tsx'), PAGE);
  stopHost = await startHost(PORT, { REGISTRY_DIR: createReleases('dev-override').directory });
  devServer = await startDevServer();
  await expect
    .poll(
      () =>
        fetch(`${DEV_SERVER}/remoteEntry.js`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  // The dev server builds on demand.
  await expect
    .poll(
      () =>
        fetch(`${DEV_SERVER}/host/client.js`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
});
test.afterAll(async () => {
  await devServer.stop();
  await stopHost();
  copy.remove();
});

test("a dev server's remote is rendered by the server, hydrated, and not shown in other browsers", async ({
  page,
  browser,
}) => {
  const complaints = collectComplaints(page);
  await openOverridden(page);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gifts of this laptop');
  await expect(page.getByRole('complementary', { name: 'Releases that are not live' })).toContainText(
    'mfe-gifts development',
  );
  expect(await readHtml(page)).toMatch(/<h1[^>]*>Gifts of this laptop<\/h1>/);
  // The server-rendered page is styled: nothing shifts when scripts load.
  expect(await readHtml(page)).toContain(`<link rel="stylesheet" href="${DEV_SERVER}/`);

  // Other teams' releases run beside it with the same React.
  for (const address of ['/products', '/', '/cart']) {
    await page.goto(address);
    await waitForHydration(page);
  }
  expect(complaints).toEqual([]);

  const stranger = await browser.newContext({ baseURL: SHOP });
  const theirs = await stranger.newPage();
  await theirs.goto('/gifts');
  await expect(theirs).toHaveURL(`${SHOP}/`);
  const html = await (await stranger.request.get('/')).text();
  expect(html).not.toContain('mfe-gifts');
  expect(html).not.toContain(DEV_SERVER);
  await stranger.close();
});

test('an edit of code or styles appears in the open page without losing its input', async ({ page }) => {
  const complaints = collectComplaints(page);
  await openOverridden(page);
  await waitForHydration(page);
  await page.getByRole('textbox', { name: 'Wish' }).fill('a ring');
  let loads = 0;
  page.on('load', () => (loads += 1));

  edit('WelcomePage.tsx', 'Gifts of this laptop', 'Gifts, edited');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gifts, edited', { timeout: 20_000 });
  edit('WelcomePage.module.css', '.next {', '.next {\n  letter-spacing: 7px;');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '7px', { timeout: 20_000 });

  await expect(page.getByRole('textbox', { name: 'Wish' })).toHaveValue('a ring');
  await expect(page.getByText('You wish for a ring')).toBeVisible();
  expect(loads).toBe(0);

  // The server now renders the edit, too, and it hydrates without a mismatch.
  expect(await readHtml(page)).toMatch(/<h1[^>]*>Gifts, edited<\/h1>/);
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gifts, edited');
  expect(complaints).toEqual([]);
});

test('this browser shows a compiler error, and the page returns once it compiles', async ({ page, browser }) => {
  await openOverridden(page);
  await waitForHydration(page);
  edit('WelcomePage.tsx', '</Wrap>', '</Wrapped>');
  await expect.poll(() => readHtml(page), { timeout: 20_000 }).toContain('mfe-gifts does not compile.');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('mfe-gifts does not compile.');
  await expect(page.getByText('WelcomePage.tsx')).toBeVisible();
  const stranger = await browser.newContext({ baseURL: SHOP });
  expect((await stranger.request.get('/')).status()).toBe(200);
  await stranger.close();

  edit('WelcomePage.tsx', '</Wrapped>', '</Wrap>');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gifts, edited', { timeout: 20_000 });
});

test('while the dev server is down the page says so and links back to the live release', async ({ page }) => {
  await openOverridden(page);
  await devServer.stop();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('npm run remote -- dev mfe-gifts');
  await page.getByRole('link', { name: 'Back to the live mfe-gifts' }).click();
  await expect(page).toHaveURL(`${SHOP}/`);
  await expect(page.getByRole('complementary', { name: 'Releases that are not live' })).toHaveCount(0);
});
