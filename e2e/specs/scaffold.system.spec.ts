import fs from 'node:fs';
import { findRemoteIds } from '@shop/build/repository';
import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';
import { ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { createReleases, type Releases } from '../support/releases';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';
import { expectAccessible } from '../support/accessibility';
import { startHost } from '../support/startHost';
import { repositoryRoot } from '../support/stackConfig';

/** A new team's first day in a temporary copy of the repository (docs/releasing.md). */
test.describe.configure({ mode: 'serial' });
const PORT = 3916;
// This host is not behind a proxy, and a custom header would trigger CORS preflights to the dev server.
test.use({ baseURL: `http://localhost:${PORT}`, extraHTTPHeaders: {} });

let copy: RepositoryCopy;
let releases: Releases;
let stop: () => Promise<void>;

const remoteCommand = (...args: readonly string[]): string =>
  copy.runOrThrow(process.execPath, '--import', 'tsx', 'federation/registry/cli.ts', ...args);

// A dev server's CORS allows no header of a proxy.
test.beforeEach(({ context }) => context.setExtraHTTPHeaders({}));
test.beforeAll(async () => {
  releases = createReleases('scaffold');
  copy = new RepositoryCopy({ REGISTRY_DIR: releases.directory });
  copy.commit();
  stop = await startHost(PORT, { REGISTRY_DIR: releases.directory });
});
test.afterAll(async () => {
  await stop();
  copy.remove();
});

test('a new remote is created, tested and promoted in the running shop, without building other packages or restarting the host', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  expect(await (await request.get('/gifts', { maxRedirects: 0 })).text()).not.toContain('Gifts');
  expect(remoteCommand('new', 'mfe-gifts', '--owner', 'gifts team')).toContain('npm run remote -- publish mfe-gifts');
  expect(copy.findChangedFiles()).toEqual(['.github/CODEOWNERS', 'mfe-gifts/']);
  const flags = ['--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  copy.runOrThrow('npm', 'install', ...flags);
  expect(copy.findChangedFiles()).toEqual(['.github/CODEOWNERS', 'mfe-gifts/', 'package-lock.json']);

  copy.runOrThrow('jest', '--selectProjects', 'mfe-gifts');

  const said = remoteCommand('publish', 'mfe-gifts');
  expect(said).toMatch(/mfe-gifts 1\.0\.0-\w+ is live/);
  for (const other of ['host', ...findRemoteIds(repositoryRoot)])
    expect(fs.existsSync(copy.resolve(`${other}/dist`))).toBe(false);

  const complaints = collectComplaints(page);
  await page.goto('/gifts');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gifts');
  await expect(page).toHaveTitle(/Gifts/);
  await expectAccessible(page, 'the page of a new remote');
  await page.getByRole('link', { name: 'See all products' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gifts');
  expect(complaints).toEqual([]);
});

test('its second release is shown at the next visit, with all of its files', async ({ page }) => {
  test.setTimeout(240_000);
  const source = 'mfe-gifts/src/features/welcome/WelcomePage.tsx';
  const itsTest = 'mfe-gifts/src/features/welcome/welcome.test.tsx';
  for (const title of ['Presents', 'Gifts']) {
    copy.edit(source, (text) => text.replace(/const TITLE = '\w+';/, `const TITLE = '${title}';`));
    // Its own test expects the heading: `publish` refuses the remote without this line.
    copy.edit(itsTest, (text) => text.replace(/toHaveTextContent\('\w+'\)/, `toHaveTextContent('${title}')`));
    remoteCommand('publish', 'mfe-gifts');
    const complaints = collectComplaints(page);
    await page.goto('/gifts');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(complaints).toEqual([]);
  }
});

const CONTRACT = `import '@shop/shared/remote';

declare module '@shop/shared/remote' {
  interface WidgetProps {
    GiftNote: { readonly productId: string };
  }
}
`;
const NOTE = `import type { WidgetProps } from '@shop/shared/remote';

export function GiftNote({ productId }: WidgetProps['GiftNote']) {
  return <p>Gift wrapping for {productId}</p>;
}
`;

test('it adds a link to the header and fills a slot of the product page, without a change of other packages', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  copy.write('mfe-gifts/src/contract.ts', CONTRACT);
  copy.write('mfe-gifts/src/features/gift-note/GiftNote.tsx', NOTE);
  copy.edit(
    'mfe-gifts/src/remote.ts',
    (text) =>
      `import { GiftNote } from './features/gift-note/GiftNote';\n${text.replace(
        'widgets: {}',
        `widgets: { GiftNote },
  slots: {
    'header-menu': [{ label: 'All gifts', href: '/gifts', storefront: 'jewellery' }],
    'catalog.product-end': 'GiftNote',
  }`,
      )}`,
  );
  copy.edit('mfe-gifts/src/remote.contract.test.tsx', (text) =>
    text.replace('  routes: [', "  widgets: { GiftNote: { productId: 'ring-halo' } },\n  routes: ["),
  );
  remoteCommand('publish', 'mfe-gifts');

  expect(await (await request.get('/products')).text()).toContain('>All gifts</a>');
  expect(await (await request.get('/products?store=organic')).text()).not.toContain('>All gifts</a>');
  const complaints = collectComplaints(page);
  await page.goto('/products/ring-halo');
  await waitForHydration(page);
  await expect(page.getByText('Gift wrapping for ring-halo')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'All gifts' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gifts');
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'All gifts' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a second remote cannot have the same name or mount', async () => {
  expect(() => remoteCommand('new', 'mfe-gifts')).toThrow(/mfe-gifts already exists/);
  expect(() => remoteCommand('new', 'mfe-presents', '--mount', '/gifts/wrapped')).toThrow(
    /\/gifts\/wrapped belongs to mfe-gifts/,
  );
});

test('a remote of a local dev server runs in the live host in this browser only, and shows edits', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const { devPort } = JSON.parse(copy.read('mfe-gifts/remote.json')) as { readonly devPort: number };
  const server = await new ManagedProcess({
    name: 'The dev server',
    args: tsxArguments('federation/registry/cli.ts', 'dev', 'mfe-gifts'),
    cwd: copy.directory,
    stdio: 'ignore',
  }).start();
  try {
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${devPort}/remoteEntry.js`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    const source = 'mfe-gifts/src/features/welcome/WelcomePage.tsx';
    copy.edit(source, (text) => text.replace("const TITLE = 'Gifts';", "const TITLE = 'Gifts of this laptop';"));
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${devPort}/welcome.js`).then(
            (answer) => answer.text(),
            () => '',
          ),
        { timeout: 30_000 },
      )
      .toContain('Gifts of this laptop');

    const complaints = collectComplaints(page);
    await page.goto(`/gifts?remote.mfe-gifts=http://localhost:${devPort}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gifts of this laptop');
    await expect(page.getByRole('complementary', { name: 'Releases that are not live' })).toContainText(
      'mfe-gifts development',
    );
    expect(complaints).toEqual([]);
    expect(await (await request.get('/gifts')).text()).not.toContain('laptop');
  } finally {
    await server.stop();
  }
});
