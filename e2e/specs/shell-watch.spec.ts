import type { Page } from '@playwright/test';
import type { RumReport } from '../../host/src/rum/RumReport';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';

/** Collects what a page reports about damage. */
const collectDamages = async (page: Page): Promise<string[]> => {
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
  return damages;
};

/** The styles are kept at the moment when the watch starts. */
const waitForWatch = async (page: Page): Promise<void> => {
  await waitForHydration(page);
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('styles=');
};

/** Waits for what the page does when it is idle, such as checks. */
const beIdle = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (let n = 0; n < 2; n += 1) await new Promise((resolve) => requestIdleCallback(resolve));
  });

/** Opens a page of one remote, and follows a link to one of another. What follows runs as a release's code would. */
const openTwoPages = async (page: Page): Promise<void> => {
  await page.goto('/wishlist');
  await waitForWatch(page);
  await page.getByRole('contentinfo').locator('a[href^="/products"]').first().click();
  await expect(page).toHaveURL(/products/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await beIdle(page); // this navigation has been checked
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
};

const isSamePage = (page: Page): Promise<boolean> => page.evaluate(() => 'isSamePage' in window).catch(() => true); // while it is left

/** As the browser's button does, which no damage can reach. */
const goBack = async (page: Page): Promise<void> => {
  const leave = page.evaluate(() => window.history.back());
  await leave.catch(() => undefined); // the page may be loaded again meanwhile
};

const damage: Record<string, { readonly harm: () => void; readonly told: RegExp }> = {
  'an overlay in front of everything': {
    harm: () => {
      const overlay = document.body.appendChild(document.createElement('div'));
      overlay.style.cssText = 'position: fixed; inset: 0; z-index: 99999';
    },
    told: /The header cannot be reached: <div> takes its clicks/,
  },
  'a dialog outside of the page': {
    harm: () => document.body.appendChild(document.createElement('dialog')).showModal(),
    told: /A dialog outside of the page is open: <dialog>/,
  },
  'a rule added to a style sheet of the shop': {
    harm: () => {
      document.styleSheets[0]?.insertRule('header { scale: 0 }');
    },
    told: /The header cannot be seen/,
  },
  'an inert page': {
    harm: () => {
      document.body.inert = true;
    },
    told: /The header cannot be reached/,
  },
  'a removed header': {
    harm: () => document.querySelector('header')?.remove(),
    told: /The header was removed from the page/,
  },
  'a replaced function': {
    harm: () => {
      const original = window.fetch;
      window.fetch = (...args) => original(...args);
    },
    told: /Built-in functions were changed: fetch/,
  },
};

for (const [what, { harm, told }] of Object.entries(damage))
  test(`${what} is reported for the releases of the page after a navigation, and the page is loaded again`, async ({
    page,
  }) => {
    const damages = await collectDamages(page);
    await openTwoPages(page);
    await page.evaluate(harm);
    await goBack(page);
    await expect.poll(() => damages).toEqual(expect.arrayContaining([expect.stringMatching(told)]));
    // Each of the page's releases is a suspect if it was promoted lately; otherwise the one that was mounted last.
    expect(damages.filter((text) => !/^mfe-(?:auth|catalog): /.test(text))).toEqual([]);
    await expect.poll(() => isSamePage(page)).toBe(false);
    await waitForHydration(page);
    await expect(page).toHaveURL(/\/wishlist$/);
    await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

test('damage that comes back is reported, and the page is not loaded again', async ({ page }) => {
  const damages = await collectDamages(page);
  const addOverlay = damage['an overlay in front of everything'];
  if (!addOverlay) throw new Error('There is no such damage');
  const { harm, told } = addOverlay;
  await openTwoPages(page);
  await page.evaluate(harm);
  await goBack(page);
  await expect.poll(() => isSamePage(page)).toBe(false);
  damages.length = 0;
  await openTwoPages(page);
  await page.evaluate(harm);
  await goBack(page);
  await expect.poll(() => damages).toEqual(expect.arrayContaining([expect.stringMatching(told)]));
  await page.evaluate(() => window.history.forward());
  await expect(page).toHaveURL(/products/);
  expect(await isSamePage(page)).toBe(true);
});

test('damage by the first page is reported, and the page is not loaded again', async ({ page }) => {
  const damages = await collectDamages(page);
  await page.addInitScript(() =>
    window.addEventListener('DOMContentLoaded', () => {
      const overlay = document.body.appendChild(document.createElement('div'));
      overlay.style.cssText = 'position: fixed; inset: 0; z-index: 99999';
    }),
  );
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/wishlist');
  await waitForWatch(page);
  await expect.poll(() => damages).toEqual(expect.arrayContaining([expect.stringMatching(/^mfe-auth: The header/)]));
  expect(loads).toBe(1);
});

test('a page that is left alone, or whose dialogs are open, is not damaged', async ({ page }) => {
  const complaints = collectComplaints(page);
  const damages = await collectDamages(page);
  await page.goto('/');
  await waitForWatch(page);
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  // Without JavaScript, this is a link.
  await page.getByRole('banner').getByRole('button', { name: 'Categories' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'All categories' }).click();
  await expect(page).toHaveURL(/categories/);
  await page.evaluate(() => window.scrollTo(0, 2_000));
  // Another layout, and back.
  await page.getByRole('banner').getByRole('link', { name: 'Account, log in' }).click();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page).toHaveURL('/');
  // Checks are made when the browser is idle.
  await beIdle(page);
  await expect(page.getByRole('main')).toHaveCount(1);
  expect(damages).toEqual([]);
  expect(complaints).toEqual([]);
  expect(await isSamePage(page)).toBe(true);
});
