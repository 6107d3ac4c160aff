import type { Page } from '@playwright/test';
import type { RumReport } from '../../host/src/rum/RumReport';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';

/** Longer than the time between two checks. */
const UNTIL_CHECKED_MS = 6_000;

/** Opens a page and collects what it reports about damage. What follows runs in it as a release's code would. */
const openPage = async (page: Page, path = '/wishlist'): Promise<string[]> => {
  const damages: string[] = [];
  await page.exposeFunction('tellReport', (text: string) => {
    const report = JSON.parse(text) as RumReport;
    if (report.kind === 'damage') damages.push(`${report.remote}: ${report.message}`);
  });
  // The body of a beacon cannot be read from outside of the page, and reading a blob may last longer than the page.
  await page.addInitScript(() => {
    const { tellReport } = window as unknown as { readonly tellReport: (text: string) => void };
    class ReadableBlob extends Blob {
      readonly content: string;
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options);
        this.content = parts.filter((part) => typeof part === 'string').join('');
      }
    }
    window.Blob = ReadableBlob;
    const send = navigator.sendBeacon.bind(navigator);
    Navigator.prototype.sendBeacon = (url, body) => {
      if (body instanceof ReadableBlob) tellReport(body.content);
      return send(url, body);
    };
  });
  await page.clock.install();
  await page.goto(path);
  await waitForHydration(page);
  // The watch leaves its first mark when it has checked the page.
  await expect
    .poll(async () => {
      await page.clock.runFor(UNTIL_CHECKED_MS);
      return page.evaluate(() => localStorage.getItem('shop.openPages') ?? '');
    })
    .toContain('mfe-');
  return damages;
};

const header = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Wishlist,/ });

const damage: Record<string, { readonly harm: () => void; readonly told: RegExp }> = {
  'an overlay in front of everything': {
    harm: () => {
      const overlay = document.body.appendChild(document.createElement('div'));
      overlay.style.cssText = 'position: fixed; inset: 0; z-index: 99999';
    },
    told: /The header could not be reached: <div> in front of it was hidden/,
  },
  'an overlay below the header': {
    harm: () => {
      const overlay = document.body.appendChild(document.createElement('div'));
      overlay.style.cssText = 'position: fixed; inset: 15rem 0 0; z-index: 99999';
    },
    told: /The main could not be reached: <div> in front of it was hidden/,
  },
  'a dialog outside of the page': {
    harm: () => document.body.appendChild(document.createElement('dialog')).showModal(),
    told: /A dialog outside of the page was closed/,
  },
  'a rule added to a style sheet of the shop': {
    harm: () => {
      document.styleSheets[0]?.insertRule('header { scale: 0 }');
    },
    told: /style sheets were loaded again/,
  },
  'an adopted style sheet': {
    harm: () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('header * { pointer-events: none }');
      document.adoptedStyleSheets.push(sheet);
    },
    told: /adopted style sheets were removed/,
  },
  'an inert page': {
    harm: () => {
      document.body.inert = true;
    },
    told: /attributes that hid it were removed/,
  },
  'a removed header': { harm: () => document.querySelector('header')?.remove(), told: /The header was removed/ },
  'an emptied page': { harm: () => document.getElementById('root')?.replaceChildren(), told: /The main was removed/ },
  'cookies until servers refuse every request': {
    harm: () => {
      for (const name of ['a', 'b', 'c']) document.cookie = `${name}=${'x'.repeat(4_000)}; path=/`;
    },
    told: /^mfe-auth: 3 cookies/,
  },
  'a replaced function': {
    harm: () => {
      window.fetch = () => Promise.reject(new Error('broken'));
    },
    told: /changed and restored: fetch/,
  },
};

test('damage by a release to the page around it is repaired and reported for it', async ({ page }) => {
  const damages = await openPage(page);
  for (const [what, { harm, told }] of Object.entries(damage)) {
    await page.evaluate(harm);
    await page.clock.runFor(UNTIL_CHECKED_MS);
    await expect(
      async () =>
        expect({ what, damages }).toMatchObject({ damages: expect.arrayContaining([expect.stringMatching(told)]) }),
      what,
    ).toPass();
    await header(page).click({ trial: true });
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
  expect(damages.filter((text) => !text.startsWith('mfe-auth:'))).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a link of the header works although a release stops its clicks', async ({ page }) => {
  const damages = await openPage(page);
  await page.evaluate(() =>
    window.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    ),
  );
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL('/');
  // Each of the page's releases is a suspect if it went live lately; otherwise the one that was mounted last.
  expect(damages).toContain('mfe-auth: A link of the shop did nothing: ');
  expect(damages.filter((text) => !text.endsWith(': A link of the shop did nothing: '))).toEqual([]);
  expect(new Set(damages).size).toBe(damages.length);
});

test('a page that gets no input because a release of another page stops it is loaded anew', async ({ page }) => {
  const damages = await openPage(page);
  await page.getByRole('contentinfo').locator('a[href^="/products"]').first().click();
  await expect(page).toHaveURL(/products/);
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
  await page.evaluate(() => {
    Reflect.set(window, 'isBeforeReload', true);
    window.addEventListener('click', (event) => event.stopImmediatePropagation(), true);
  });
  await page.getByRole('main').getByRole('button').first().click();
  await page.clock.runFor(1_000);
  await expect.poll(() => page.evaluate(() => 'isBeforeReload' in window).catch(() => true)).toBe(false);
  // Both went live when the tests started.
  expect(damages).toEqual(['auth', 'catalog'].map((remote) => `mfe-${remote}: Input did not reach the page: click`));
});

test('a page that nobody has touched does not go elsewhere by itself', async ({ page }) => {
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      if (localStorage.getItem('shop.openPages') === null) return;
      clearInterval(timer);
      window.location.href = '/contact';
    }, 100);
  });
  const damages = await openPage(page);
  await expect.poll(() => damages).toEqual(['mfe-auth: The page navigated by itself to contact']);
  await expect(page).toHaveURL('/wishlist');
});

test('the next page tells that a page froze or crashed', async ({ page }) => {
  const damages = await openPage(page);
  await page.clock.runFor(UNTIL_CHECKED_MS);
  const readMarks = () => page.evaluate(() => localStorage.getItem('shop.openPages') ?? '');
  await expect.poll(readMarks).toContain('mfe-auth');
  const marks = JSON.parse(await readMarks()) as Record<string, object>;
  const [mark] = Object.values(marks);
  await page.evaluate(
    (text) => localStorage.setItem('shop.openPages', text),
    JSON.stringify({ ...marks, another: { ...mark, at: Date.now() - 40_000 } }),
  );
  await page.clock.runFor(UNTIL_CHECKED_MS);
  await expect.poll(() => damages).toEqual(['mfe-auth: A page of it froze or crashed']);
});

test('a page that is left alone, or whose dialogs are open, is not damaged', async ({ page }) => {
  const complaints = collectComplaints(page);
  const damages = await openPage(page, '/');
  await page.clock.runFor(UNTIL_CHECKED_MS);
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.runFor(UNTIL_CHECKED_MS);
  await page.keyboard.press('Escape');
  // Without JavaScript, this is a link.
  await page.getByRole('banner').getByRole('button', { name: 'Categories' }).click();
  // Before the clock goes on: loading its code is given up after a while.
  await expect(page.getByRole('banner').getByRole('link', { name: 'All categories' })).toBeVisible();
  await page.clock.runFor(UNTIL_CHECKED_MS);
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.scrollTo(0, 2_000));
  await page.clock.runFor(UNTIL_CHECKED_MS);
  // Another layout, and back.
  await page.getByRole('banner').getByRole('link', { name: 'Account, log in' }).click();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.clock.runFor(UNTIL_CHECKED_MS);
  await expect(page.getByRole('main')).toHaveCount(1);
  expect(damages).toEqual([]);
  expect(complaints).toEqual([]);
});
