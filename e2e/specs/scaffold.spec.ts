import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findRemoteIds } from '@shop/build/repository';
import { copyRepository } from '@shop/build/testing/copyRepository';
import { ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { createReleases, type Releases } from '../support/releases';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';
import { expectAccessible } from '../support/accessibility';
import { startHost } from '../support/startHost';
import { repositoryRoot } from '../support/stackConfig';

/** A new team's first day in a temporary copy of the repository (docs/releasing.md). */
test.describe.configure({ mode: 'serial' });
const PORT = 3916;
const DEV_PORT = 3005;
// This host is not behind a proxy, and a custom header would trigger CORS preflights to the dev server.
test.use({ baseURL: `http://localhost:${PORT}`, extraHTTPHeaders: {} });

let copy: string;
let removeCopy: () => void;
let releases: Releases;
let stop: () => Promise<void>;

/** Runs a command in the copy. */
const run = (args: readonly string[]): string =>
  execFileSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, REGISTRY_DIR: releases.directory },
  });

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: copy, encoding: 'utf8' });

/** Paths that differ from the repository: new folders and changed files. */
const changedFiles = (): string[] =>
  git('status', '--porcelain')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3))
    .sort();

test.beforeAll(async () => {
  ({ directory: copy, remove: removeCopy } = copyRepository());
  git('init', '--quiet');
  git('add', '--all');
  git(
    '-c',
    'user.name=A colleague',
    '-c',
    'user.email=colleague@example.com',
    'commit',
    '--quiet',
    '--message',
    'The repository',
  );
  releases = createReleases('scaffold');
  stop = await startHost(PORT, { REGISTRY_DIR: releases.directory });
});
test.afterAll(async () => {
  await stop();
  removeCopy();
});

test('a new remote is created, tested and made live in the running shop, without building other packages or restarting the host', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  expect(await (await request.get('/gifts', { maxRedirects: 0 })).text()).not.toContain('Gifts');
  expect(run(['federation/registry/cli.ts', 'new', 'mfe-gifts', '--owner', 'gifts team'])).toContain(
    'npm run remote -- publish mfe-gifts',
  );
  expect(changedFiles()).toEqual(['mfe-gifts/']);
  execFileSync(
    'npm',
    ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: copy, stdio: 'pipe' },
  );
  expect(changedFiles()).toEqual(['mfe-gifts/', 'package-lock.json']);

  execFileSync(path.join(repositoryRoot, 'node_modules/.bin/jest'), ['--selectProjects', 'mfe-gifts'], {
    cwd: copy,
    encoding: 'utf8',
    stdio: 'pipe',
  });

  const said = run(['federation/registry/cli.ts', 'publish', 'mfe-gifts']);
  expect(said).toMatch(/mfe-gifts 1\.0\.0-\w+ is live/);
  for (const other of ['host', ...findRemoteIds(repositoryRoot)])
    expect(fs.existsSync(path.join(copy, other, 'dist'))).toBe(false);

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
  const source = path.join(copy, 'mfe-gifts/src/features/welcome/WelcomePage.tsx');
  const itsTest = path.join(copy, 'mfe-gifts/src/features/welcome/welcome.test.tsx');
  for (const title of ['Presents', 'Gifts']) {
    fs.writeFileSync(
      source,
      fs.readFileSync(source, 'utf8').replace(/const TITLE = '\w+';/, `const TITLE = '${title}';`),
    );
    // Its own test expects the heading: `publish` refuses the remote without this line.
    fs.writeFileSync(
      itsTest,
      fs.readFileSync(itsTest, 'utf8').replace(/toHaveTextContent\('\w+'\)/, `toHaveTextContent('${title}')`),
    );
    run(['federation/registry/cli.ts', 'publish', 'mfe-gifts']);
    const complaints = collectComplaints(page);
    await page.goto('/gifts');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(complaints).toEqual([]);
  }
});

test('a second remote cannot have the same name or mount', async () => {
  expect(() => run(['federation/registry/cli.ts', 'new', 'mfe-gifts'])).toThrow(/mfe-gifts already exists/);
  expect(() => run(['federation/registry/cli.ts', 'new', 'mfe-presents', '--mount', '/gifts/wrapped'])).toThrow(
    /\/gifts\/wrapped belongs to mfe-gifts/,
  );
});

test('a remote of a local dev server runs in the live host in this browser only, and shows edits', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const server = await new ManagedProcess({
    name: 'The dev server',
    args: tsxArguments('federation/registry/cli.ts', 'dev', 'mfe-gifts'),
    cwd: copy,
    stdio: 'ignore',
  }).start();
  try {
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${DEV_PORT}/remoteEntry.js`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    const source = path.join(copy, 'mfe-gifts/src/features/welcome/WelcomePage.tsx');
    fs.writeFileSync(
      source,
      fs.readFileSync(source, 'utf8').replace("const TITLE = 'Gifts';", "const TITLE = 'Gifts of this laptop';"),
    );
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${DEV_PORT}/welcome.js`).then(
            (answer) => answer.text(),
            () => '',
          ),
        { timeout: 30_000 },
      )
      .toContain('Gifts of this laptop');

    const complaints = collectComplaints(page);
    await page.goto(`/gifts?remote.mfe-gifts=http://localhost:${DEV_PORT}`);
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
