import type { Browser, Locator, Page } from 'playwright-core';

const CPU_SLOWDOWN = 4;
const RUNS = 10;

export interface CartFigures {
  /** From 'Add to cart' or '+' to the frame that shows the new count, ms: median and slowest. */
  readonly badge: Spread;
  /**
   * From the click on the cart button to the frame that shows the drawer with its lines, ms, without CPU throttling;
   * includes the first one.
   */
  readonly drawer: Spread & { readonly firstMs: number };
  /** The same with CPU throttling. */
  readonly slowDrawer: Spread;
}

interface Spread {
  readonly medianMs: number;
  readonly slowestMs: number;
}

const spread = (values: readonly number[]): Spread => ({
  medianMs: [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN,
  slowestMs: Math.max(...values),
});

/**
 * Makes the page wait for a click and then for `isThere` (a source text), and records the time of the frame that shows
 * it.
 */
const watch = (page: Page, isThere: string): Promise<void> =>
  page.evaluate(`{
    const isThere = ${isThere};
    const before = isThere();
    let clicked = Infinity;
    window.__answered = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('Nothing came of the press')), 5000);
      addEventListener('click', ({ timeStamp }) => { clicked = timeStamp; }, { once: true, capture: true });
      const observer = new MutationObserver(() => {
        if (clicked === Infinity || isThere() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => resolve(performance.now() - clicked); port2.postMessage(0); });
      });
      observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    });
    undefined; // Do not wait: the press comes before the result.
  }`);

const COUNT = "() => document.querySelector('header button[aria-label^=\"Cart,\"]')?.getAttribute('aria-label')";
const DRAWER = "() => Boolean(document.querySelector('dialog[open] li'))";

/**
 * Presses a key: real input without the cost of hover or touch gestures.
 */
const press = async (page: Page, target: Locator, isThere: string, times: number[]): Promise<void> => {
  await target.focus();
  await page.waitForTimeout(300);
  await watch(page, isThere);
  await page.keyboard.press('Enter');
  times.push(await page.evaluate<number>('window.__answered'));
};

/** Fills the cart from a listing and opens the drawer on an emulated phone with CPU throttling. */
export const measureCart = async (browser: Browser, url: string): Promise<CartFigures> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${url}/products?store=organic`, { waitUntil: 'networkidle' });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });

  // One for each card: what is in the cart can be increased.
  const add = page.locator('main').getByRole('button', { name: /^(Add to cart|Increase quantity)/ });
  const badge: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await press(page, add.nth(run % 5), COUNT, badge);
    await page.waitForTimeout(300);
  }

  const cart = page.getByRole('banner').getByRole('button', { name: /^Cart,/ });
  await page.waitForTimeout(1_000);
  const openAgainAndAgain = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await press(page, cart, DRAWER, times);
      await page.keyboard.press('Escape');
      await page.waitForTimeout(300);
    }
    return times;
  };
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const drawer = await openAgainAndAgain();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const slowDrawer = await openAgainAndAgain();
  await context.close();
  return {
    badge: spread(badge),
    drawer: { ...spread(drawer), firstMs: drawer[0] ?? Number.NaN },
    slowDrawer: spread(slowDrawer),
  };
};
