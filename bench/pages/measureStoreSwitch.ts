import type { Browser, Page } from 'playwright-core';

const CPU_SLOWDOWN = 4;
const RUNS = 5;

export interface SwitchFigures {
  /**
   * From the later of the click and the last answer to a home that shows its products and takes clicks, ms; the median.
   */
  readonly usableMs: number;
  readonly slowestMs: number;
  /** From the click itself, ms; the median. */
  readonly fromClickMs: number;
  readonly cartKept: boolean;
}

/**
 * Watches from the click as the browser times it: when the new home has its heading, its products and a frame for them.
 */
const WATCH = `(heading) => new Promise((resolve) => {
  let clicked = Infinity;
  addEventListener('click', ({ timeStamp }) => { clicked = timeStamp; }, { once: true, capture: true });
  const product = () => document.querySelector('main article h3')?.textContent;
  const before = product();
  const isThere = () => new RegExp(heading).test(document.querySelector('main h1')?.textContent ?? '') && product() !== undefined && product() !== before;
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

const switchTo = async (page: Page, name: string, heading: string): Promise<Seen> => {
  await page.evaluate(() => performance.clearResourceTimings());
  const seen: Promise<Seen> = page.evaluate(`(${WATCH})(${JSON.stringify(heading)})`);
  await page.getByRole('group', { name: 'Store' }).getByRole('link', { name }).click();
  return seen;
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Goes from one store's home to the other's and back, on a slow processor, with something in the cart. */
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
    seen.push(await switchTo(page, 'Furrow', 'Furrow'));
    await page.waitForTimeout(800);
    seen.push(await switchTo(page, 'Oriel', 'Light, set in gold'));
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
