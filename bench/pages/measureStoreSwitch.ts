import type { Browser, Page } from 'playwright-core';
import { median } from './measurePage';

const CPU_SLOWDOWN = 4;
const RUNS = 5;
const PATIENCE_MS = 15_000;

export interface SwitchFigures {
  /**
   * Median ms from the click or the last response, whichever is later, to a home page that shows its products and is
   * interactive.
   */
  readonly usableMs: number;
  readonly slowestMs: number;
  /** Median ms from the click. */
  readonly fromClickMs: number;
  readonly cartKept: boolean;
}

/**
 * Records, from the click's event timestamp, when the new home page has painted its heading and products.
 */
const WATCH = `new Promise((resolve, reject) => {
  let clicked = Infinity;
  addEventListener('click', ({ timeStamp }) => { clicked = timeStamp; }, { once: true, capture: true });
  setTimeout(() => reject(new Error('The other home page did not appear.')), ${PATIENCE_MS});
  const read = () => ['main h1', 'main article h3'].map((selector) => document.querySelector(selector)?.textContent);
  const before = read();
  const isThere = () => read().every((text, index) => text !== undefined && text !== before[index]);
  const done = () => requestAnimationFrame(() => setTimeout(() => {
    const usable = performance.now();
    const answers = performance.getEntriesByType('resource').filter(({ name, startTime }) => name.includes('/api/') && startTime >= clicked).map(({ responseEnd }) => responseEnd);
    resolve({ clicked, usable, data: Math.max(clicked, ...answers) });
  }));
  new MutationObserver((_, observer) => { if (isThere()) { observer.disconnect(); done(); } }).observe(document, { childList: true, subtree: true, characterData: true });
})`;

interface Seen {
  readonly clicked: number;
  readonly data: number;
  readonly usable: number;
}

const switchTo = async (page: Page, name: string): Promise<Seen> => {
  // Notices lie over the switcher on a phone.
  const dismiss = page.getByRole('button', { name: 'Dismiss' }).first();
  while (await dismiss.isVisible()) await dismiss.click();
  await page.evaluate(() => performance.clearResourceTimings());
  const seen: Promise<Seen> = page.evaluate(WATCH);
  await page.getByRole('group', { name: 'Store' }).getByRole('link', { name }).click();
  return seen;
};

/** Switches between the storefronts' home pages with CPU throttling and a filled cart. */
export const measureStoreSwitch = async (browser: Browser, url: string): Promise<SwitchFigures> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page
    .locator('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const seen: Seen[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    seen.push(await switchTo(page, 'Furrow'));
    await page.waitForTimeout(800);
    seen.push(await switchTo(page, 'Oriel'));
    await page.waitForTimeout(800);
  }
  const cartKept = await page.getByRole('button', { name: 'Cart, 1 item' }).isVisible();
  await context.close();
  const afterData = seen.map(({ usable, data }) => usable - data);
  return {
    usableMs: median(afterData),
    slowestMs: Math.max(...afterData),
    fromClickMs: median(seen.map(({ usable, clicked }) => usable - clicked)),
    cartKept,
  };
};
