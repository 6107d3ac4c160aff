import type { Browser } from 'playwright-core';

const PRODUCTS = 6;

/** Resolves with the ms from the click's event timestamp to the frame that shows the name as the page's heading. */
const WATCH = `(name) => new Promise((resolve) => {
  let clicked = Infinity;
  addEventListener('click', ({ timeStamp }) => { clicked = timeStamp; }, { once: true, capture: true });
  const isThere = () => document.querySelector('main h1')?.textContent === name;
  new MutationObserver((_, observer) => {
    if (!isThere()) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
  }).observe(document, { childList: true, subtree: true, characterData: true });
})`;

/** Opens the products of a listing, one after the other. Returns the ms from a click to the product's title. */
export const measureProductClick = async (browser: Browser, url: string): Promise<readonly number[]> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const links = page.locator('main article h3 a, main article h2 a');
  const figures: number[] = [];
  for (let index = 0; index < PRODUCTS; index += 1) {
    const link = links.nth(index);
    const shown: Promise<number> = page.evaluate(`(${WATCH})(${JSON.stringify(await link.textContent())})`);
    await link.click();
    figures.push(await shown);
    await page.goBack();
    await link.waitFor();
    await page.waitForTimeout(500);
  }
  await context.close();
  return figures;
};
