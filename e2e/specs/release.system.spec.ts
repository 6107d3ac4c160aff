import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Route } from '@playwright/test';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';
import { alteredUpload, createReleases, type Releases } from '../support/releases';
import { startHost } from '../support/startHost';

/** These tests change what is live, so they run serially with their own host and registry. */
test.describe.configure({ mode: 'serial' });
const PORT = 3913;
test.use({ baseURL: `http://localhost:${PORT}` });

let releases: Releases;
let stop: () => Promise<void>;
test.beforeAll(async () => {
  releases = createReleases('release');
  stop = await startHost(PORT, { REGISTRY_DIR: releases.directory });
});
test.afterAll(() => stop());

const OLD_TEXT = 'Tap the heart to save a piece.';
const NEW_TEXT = 'A heart on a product keeps it here.';

test.afterEach(async () => {
  while ((await releases.liveVersion('mfe-auth')).startsWith('9.')) await releases.rollBack('mfe-auth');
});

test('a new release of a remote is rendered for the next visit without a restart of the host', async ({
  page,
  request,
}) => {
  const before = await (await request.get('/wishlist')).text();
  expect(before).toContain(OLD_TEXT);
  await page.goto('/');
  await waitForHydration(page);

  const upload = await alteredUpload('mfe-auth', '9.0.0', { from: OLD_TEXT, to: NEW_TEXT });
  await releases.publish(upload);
  await releases.promote({ 'mfe-auth': '9.0.0' });
  const after = await (await request.get('/wishlist')).text();
  expect(after).toContain(NEW_TEXT);

  // An open page keeps its composition.
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Wishlist,/ })
    .click();
  await expect(page.getByText(OLD_TEXT)).toBeVisible();
  await page.reload();
  await expect(page.getByText(NEW_TEXT)).toBeVisible();
});

test('a page whose release throws on the server is rendered with the stand-in', async ({ page, request }) => {
  const brokenFrom = Date.now() + 15_000; // longer than its trial takes
  await releases.publish(
    await alteredUpload('mfe-auth', '9.1.0', {
      from: 'function WishlistPage() {',
      to: `function WishlistPage() { if (Date.now() > ${brokenFrom}) throw new Error("broken in the shop, not when it was tried");`,
      targets: ['node'],
    }),
  );
  await releases.promote({ 'mfe-auth': '9.1.0' });
  await delay(Math.max(0, brokenFrom - Date.now()));
  const html = await (await request.get('/wishlist')).text();
  expect(html).toContain(OLD_TEXT);
  expect(html).not.toContain('<div id="root"></div>');
  await page.goto('/wishlist');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wishlist');
});

test.describe('a live release that does not load', () => {
  const VERSION = '9.2.0';
  /** URLs of files that differ from the previous release. */
  let itsEntry: string;
  let itsOwnFiles: readonly string[];
  /** Files of its first page that the previous release has, too. */
  let sharedScripts: readonly string[];
  test.beforeEach(async () => {
    const before = await releases.registry.readRelease('mfe-auth', await releases.liveVersion('mfe-auth'));
    const release = await releases.publish(await alteredUpload('mfe-auth', VERSION, { from: OLD_TEXT, to: NEW_TEXT }));
    await releases.promote({ 'mfe-auth': VERSION });
    itsEntry = `/remotes/mfe-auth/${release.web.entry}`;
    itsOwnFiles = Object.keys(release.files).flatMap((file) =>
      /^web\/.*\.js$/.test(file) && !(file in before.files) ? [file.replace('web/', '/remotes/mfe-auth/')] : [],
    );
    sharedScripts = release.web.scripts
      .map((file) => `/remotes/mfe-auth/${file}`)
      .filter((address) => !itsOwnFiles.includes(address));
    expect(itsOwnFiles).toHaveLength(2); // Its entry and the chunk with the changed text.
  });

  const failures = {
    'fails to load': (route: Route) => route.abort(),
    hangs: () => new Promise<void>(() => undefined),
    'is modified': async (route: Route) => {
      const response = await route.fetch();
      return route.fulfill({ response, body: `${await response.text()}\nwindow.altered = true;` });
    },
  };

  for (const [what, handle] of Object.entries(failures)) {
    test(`${what}: its stand-in is shown, and the failure is reported`, async ({ page }) => {
      const reports: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/rum')) reports.push(request.postData() ?? '');
      });
      await page.goto('/');
      await waitForHydration(page);
      await page.route(`**${itsEntry}*`, handle);
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^Wishlist,/ })
        .click();
      await expect(page.getByText(OLD_TEXT)).toBeVisible();
      expect(await page.evaluate(() => 'altered' in window)).toBe(false);
      await expect
        .poll(() => reports.some((text) => text.includes('"kind":"load"') && text.includes(VERSION)))
        .toBe(true);
    });
  }

  test('hangs in a file shared with the previous release: the stand-in requests it again and is shown', async ({
    page,
  }) => {
    expect(sharedScripts.length).toBeGreaterThan(0);
    await page.goto('/');
    await waitForHydration(page);
    await page.route(
      (url) => sharedScripts.includes(url.pathname) && url.search === '',
      () => undefined,
    );
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Wishlist,/ })
      .click();
    await expect(page.getByText(OLD_TEXT)).toBeVisible();
  });

  test('fails once in a shared file: the file is requested again, and the release is shown', async ({ page }) => {
    await page.goto('/');
    await waitForHydration(page);
    await page.route(
      (url) => sharedScripts.includes(url.pathname) && url.search === '',
      (route) => route.abort(),
    );
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Wishlist,/ })
      .click();
    await expect(page.getByText(NEW_TEXT)).toBeVisible();
  });

  test('rendered the page on the server: its stand-in hydrates without warnings', async ({ page }) => {
    const complaints = collectComplaints(page);
    await page.route(
      (url) => itsOwnFiles.includes(url.pathname),
      (route) => route.abort(),
    );
    await page.goto('/wishlist');
    await expect(page.getByText(OLD_TEXT)).toBeVisible();
    expect(complaints.filter((text) => /hydrat/i.test(text))).toEqual([]);
  });

  test('has a chunk modified in the registry: it is not used', async ({ page, browser, request }) => {
    // Intact when the host loads it; a damaged release would not be shown at all.
    await expect.poll(async () => (await request.get('/wishlist')).text()).toContain(NEW_TEXT);
    const damage = (version: string): void =>
      releases.damage('mfe-auth', version, (file) => /^remote\..*\.js$/.test(file), 'window.altered = true;');
    damage(VERSION);
    await page.goto('/wishlist');
    await waitForHydration(page);
    await expect(page.getByText(NEW_TEXT)).toBeVisible(); // 9.0.0 has an intact copy of the same file.

    damage('9.0.0');
    const visitor = await browser.newPage({ serviceWorkers: 'block' });
    await visitor.goto(`http://localhost:${PORT}/wishlist`);
    await expect(visitor.getByText(NEW_TEXT)).toBeVisible(); // The host has a verified copy of what it shows.
    for (const shown of [page, visitor]) expect(await shown.evaluate(() => 'altered' in window)).toBe(false);
    await visitor.close();
  });
});

test('fifty unused remotes cost a page no requests and few bytes', async ({ page, request }) => {
  const encoding = { 'accept-encoding': 'br' };
  const measureWeight = async (): Promise<number> =>
    (await request.get('/', { headers: encoding })).body().then((body) => brotliCompressSync(body).length);
  const before = await measureWeight();
  const more = Array.from({ length: 46 }, (_, n) => `mfe-team-${n}` as const);
  await Promise.all(
    more.map((remote) => releases.publish(builtRemote({ remote, mounts: [`/${remote}`], version: '1.0.0' }))),
  );
  await releases.promote(Object.fromEntries(more.map((remote) => [remote, '1.0.0'])));
  expect((await measureWeight()) - before).toBeLessThan(6_000);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  const complaints = collectComplaints(page);
  await page.goto('/');
  await waitForHydration(page);
  expect(asked.filter((url) => url.includes('mfe-team-'))).toEqual([]);
  expect(complaints).toEqual([]);
});
