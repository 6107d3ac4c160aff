import {
  createToken,
  createStorageCaller,
  createDirectAccess,
  HealthCounts,
  promote,
  readSigningKey,
  sumByRelease,
} from '@shop/registry';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { alteredUpload, createReleases, type Releases } from '../support/releases';
import { newNetwork } from '../support/network';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';
import { startHost } from '../support/startHost';

/** These tests change what is live, so they use a host with its own registry. */
test.describe.configure({ mode: 'serial' });
const PORT = 3914;
const URL_OF_HOST = `http://localhost:${PORT}`;
/** The pages at /federation have an origin of their own. Browsers treat names under localhost like https. */
const FEDERATION = `http://federation.localhost:${PORT}`;
test.use({ baseURL: URL_OF_HOST });

const OLD_TEXT = 'Tap the heart to save a piece.';
const CANARY_TEXT = 'A heart on a product keeps it here.';

let releases: Releases;
let stop: () => Promise<void>;
test.beforeAll(async () => {
  releases = createReleases('federation');
  await releases.publish(await alteredUpload('mfe-auth', '9.0.0', { from: OLD_TEXT, to: CANARY_TEXT }));
  stop = await startHost(PORT, {
    REGISTRY_DIR: releases.directory,
    CANARY_MIN_VISITS: '30',
    TRUSTED_PROXIES: '1',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    FEDERATION_URL: FEDERATION.replace('http:', 'https:'),
  });
});
test.afterAll(() => stop());

const newSeed = (): string => Array.from({ length: 24 }, () => Math.floor(Math.random() * 16).toString(16)).join('');

/** The token that the server signs into a page, which is in no cache, for a visitor in the canary. */
const findCanaryToken = async (request: APIRequestContext, page: number): Promise<string> => {
  for (let visitor = 0; visitor < 100; visitor += 1) {
    const text = await (
      await request.fetch(`/wishlist?page=${page}`, {
        headers: { cookie: `visitor_seed=${newSeed()}`, 'x-forwarded-for': newNetwork() },
      })
    ).text();
    const token = /"visitToken":"([^"]+)"/.exec(text)?.[1];
    if (token?.includes('mfe-auth@9.0.0')) return token;
  }
  throw new Error('Of a hundred visitors none got the canary');
};

test.describe('a canary', () => {
  test('is shown to its share of visitors, who keep it, and never to the others', async ({ request, browser }) => {
    await releases.canary('mfe-auth', '9.0.0', 50);
    const texts = await Promise.all(
      Array.from({ length: 40 }, async () =>
        (await request.fetch('/wishlist', { headers: { cookie: `visitor_seed=${newSeed()}` } })).text(),
      ),
    );
    const share = texts.filter((text) => text.includes(CANARY_TEXT)).length;
    expect(share).toBeGreaterThan(5);
    expect(share).toBeLessThan(35);

    const context = await browser.newContext({ baseURL: URL_OF_HOST });
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto('/wishlist');
    await waitForHydration(page);
    const first = (await page.content()).includes(CANARY_TEXT);
    for (let visit = 0; visit < 4; visit += 1) {
      await page.reload();
      expect((await page.content()).includes(CANARY_TEXT)).toBe(first);
    }
    const cookie = (await context.cookies()).find(({ name }) => name === 'visitor_seed');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('at 100 % is shown to everybody, without a cookie', async ({ request }) => {
    await releases.canary('mfe-auth', '9.0.0', 100);
    const answer = await request.get('/wishlist');
    expect(await answer.text()).toContain(CANARY_TEXT);
    expect(answer.headers()['set-cookie'] ?? '').not.toContain('visitor_seed');
  });

  test('that fails in browsers is removed automatically, with the reason in the history', async ({ page, request }) => {
    await releases.canary('mfe-auth', '9.0.0', 50);
    const live = await releases.liveVersion('mfe-auth');
    // Reports of forty browsers, each from its own address, with the token of its own page, which lists the canary
    // before the live release.
    const tell = (token: string, release: string, failed: boolean) =>
      request.post('/rum', {
        headers: { 'x-forwarded-for': newNetwork() },
        data: {
          kind: 'visit',
          token,
          releases: [{ remote: 'mfe-auth', release, first: true, failed, lcp: 600, inp: null }],
        },
      });
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const token = await findCanaryToken(request, n);
        await Promise.all([tell(token, live, false), tell(token, '9.0.0', n % 2 === 0)]);
      }),
    );
    await expect.poll(async () => (await releases.registry.readComposition()).canary, { timeout: 12_000 }).toEqual({});
    expect((await releases.registry.readComposition()).history.at(-1)).toMatchObject({
      by: 'health',
      action: 'end-canary',
      reason: expect.stringMatching(/ % of \d+ visits failed, 0\.0 % of \d+ with the live release/),
    });
    await page.goto('/wishlist');
    await expect(page.getByText(OLD_TEXT)).toBeVisible();
  });

  test('a visit is counted for each of its releases, with timings', async ({ page }) => {
    const [home, auth] = [await releases.liveVersion('mfe-home'), await releases.liveVersion('mfe-auth')];
    // Totals before and after: counts from before the promotion are kept separate.
    const counted = async () => new HealthCounts(releases.registry.storage, 'reader').read(new Date(0));
    const before = await counted();
    await page.goto('/');
    await waitForHydration(page);
    await page.waitForTimeout(3_500); // Measuring starts when the page is idle.
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Wishlist,/ })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wishlist');
    await page.goto('about:blank');
    const more = async (remote: string, version: string) => {
      const [old, now] = [sumByRelease(before, remote, version), sumByRelease(await counted(), remote, version)];
      return {
        visits: now.visits - old.visits,
        failures: now.failures - old.failures,
        timed: Object.values(now.lcp).length > 0,
      };
    };
    await expect
      .poll(() => more('mfe-home', home), { timeout: 12_000 })
      .toEqual({ visits: 1, failures: 0, timed: true });
    // The report of the previous test's page may arrive as late as this one.
    expect((await more('mfe-auth', auth)).visits).toBeGreaterThanOrEqual(1);
    expect((await more('mfe-auth', auth)).failures).toBe(0);
  });
});

test.describe('an override', () => {
  const signed = async (version: string, hours = 1): Promise<string> => {
    const access = createDirectAccess(releases.registry, createStorageCaller('browser tests'));
    return (await access.createLink({ remote: 'mfe-auth', version, hours })).query;
  };

  test('by a signed link shows a release with a badge in this browser only, until it is ended', async ({
    page,
    request,
  }) => {
    await page.goto(`/wishlist?${await signed('9.0.0')}&store=organic`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/wishlist\?store=organic$/);
    await expect(page.getByText(CANARY_TEXT)).toBeVisible();
    const badge = page.getByRole('complementary', { name: 'Releases that are not live' });
    await expect(badge).toContainText('mfe-auth 9.0.0');
    await expectAccessible(page, 'a page with another release');
    expect(await (await request.get('/wishlist')).text()).toContain(OLD_TEXT);

    await page.getByRole('banner').getByRole('link').first().click();
    await page.reload();
    await expect(badge).toBeVisible();
    await badge.getByRole('link', { name: 'Back to live' }).click();
    await expect(badge).toBeHidden();
    await page.goto('/wishlist');
    await expect(page.getByText(OLD_TEXT)).toBeVisible();
  });

  test('asks the visitor first, on a page without scripts', async ({ page, context }) => {
    await context.addCookies([{ name: 'sid', value: 'a-session', url: URL_OF_HOST }]);
    const query = await signed('9.0.0');
    await page.goto(`/wishlist?${query}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Show unreleased code?');
    await expect(page.getByText('mfe-auth 9.0.0')).toBeVisible();
    await expectAccessible(page, 'the question before a preview');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/wishlist$/);
    await page.goto(`/wishlist?${query}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('complementary', { name: 'Releases that are not live' })).toContainText(
      'mfe-auth 9.0.0',
    );
  });

  test('without a signature, with that of another release, or after its expiry is refused', async ({ request }) => {
    const link = await signed('9.0.0');
    await releases.publish(await alteredUpload('mfe-auth', '9.0.1', { from: OLD_TEXT, to: 'another' }));
    for (const query of [
      'remote.mfe-auth=9.0.0',
      link.replace('9.0.0', '9.0.1'),
      await signed('9.0.0', -1),
      'remote.mfe-auth=http://localhost:3004',
    ]) {
      const answer = await request.get(`/wishlist?${query}`, { maxRedirects: 0 });
      expect({ query, status: answer.status() }).toEqual({ query, status: 403 });
    }
    // A forged cookie is ignored, too.
    const answer = await request.fetch('/wishlist', {
      headers: { cookie: `remote_overrides=${encodeURIComponent('mfe-auth=9.0.0')}` },
    });
    expect(await answer.text()).toContain(OLD_TEXT);
    const key = await readSigningKey(releases.registry);
    expect(await answer.text()).not.toContain(key);
  });
});

test.describe('/federation', () => {
  const signIn = async (page: Page, name: string): Promise<void> => {
    const token = await createToken(releases.registry, name, '*', new Date());
    await page.goto(`${FEDERATION}/federation`);
    await page.getByLabel(/^Token/).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  test('creates a preview link with one click, which shows the release to whoever confirms it', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'previewer');
    const complaints = collectComplaints(page);
    await page
      .getByRole('rowheader', { name: /^mfe-auth/ })
      .first()
      .getByRole('link')
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('mfe-auth');
    await page.getByRole('button', { name: 'Preview link 9.0.0' }).click();
    const address = new URL(await page.getByLabel('URL', { exact: true }).inputValue());
    expect(address.origin).toBe('https://shop.example');
    await expectAccessible(page, 'the page of a remote, with a preview link');
    expect(complaints).toEqual([]);

    const visitor = await browser.newContext({ baseURL: URL_OF_HOST });
    const shop = await visitor.newPage();
    await shop.goto(address.pathname + address.search);
    await shop.getByRole('button', { name: 'Continue' }).click();
    await expect(shop.getByRole('complementary', { name: 'Releases that are not live' })).toContainText(
      'mfe-auth 9.0.0',
    );
    await shop.goto('/wishlist');
    await expect(shop.getByText(CANARY_TEXT)).toBeVisible();
    // Another test has made one, too.
    const revoke = page.getByRole('button', { name: 'Revoke the link to mfe-auth 9.0.0' });
    for (let left = await revoke.count(); left > 0; left -= 1) {
      await revoke.first().click();
      await expect(page.getByRole('status')).toContainText('The preview link was revoked.');
      await expect(revoke).toHaveCount(left - 1);
    }
    await shop.reload();
    await expect(shop.getByText(OLD_TEXT)).toBeVisible();
    await visitor.close();
  });

  test('shows the differences of two releases, with the keyboard and with forced colors', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: URL_OF_HOST, forcedColors: 'active' });
    const page = await context.newPage();
    await signIn(page, 'reader');
    const complaints = collectComplaints(page);
    await page.goto(`${FEDERATION}/federation/mfe-auth`);
    await page.getByRole('link', { name: 'Compare with live 9.0.0' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes in mfe-auth');
    await expect(
      page
        .getByRole('table')
        .filter({ hasText: 'Compressed' })
        .first()
        .getByRole('row', { name: /\.js changed .* KB → .* KB/ })
        .first(),
    ).toBeVisible();
    await expectAccessible(page, 'what changed between two releases');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('shows the composition, and rolls back with one click', async ({ page }) => {
    await promote(
      releases.registry,
      { 'mfe-auth': '9.0.0' },
      { by: 'identity-team', now: new Date(), reason: 'kinder words' },
    );
    const token = await createToken(releases.registry, 'operator', '*', new Date());
    const complaints = collectComplaints(page);
    await page.goto(`${FEDERATION}/federation`);
    await page.getByLabel(/^Token/).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Federation');
    const row = page.getByRole('row', { name: /^mfe-auth/ }).first();
    await expect(row).toContainText('9.0.0');
    await expect(page.getByText('kinder words')).toBeVisible();
    await expectAccessible(page, 'the page of the composition');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1440, height: 900 });
    await row.getByRole('button', { name: /^Roll back to/ }).click();
    await expect(page.getByRole('status')).toContainText('mfe-auth was rolled back to');
    await expect(row).not.toContainText('9.0.0');
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    expect(
      await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie),
    ).not.toContain(token.split('.')[1]);
  });
});
