import type { Browser } from 'playwright-core';

const CPU_SLOWDOWN = 4;
const CLICKS = 8;
const SETTLE_MS = 700;

interface FilterFigures {
  readonly clicks: number;
  readonly medianMs: number;
  readonly slowestMs: number;
  /** Unexpected layout shift while the results change. */
  readonly layoutShift: number;
}

const WATCHER = `
  window.__bench = { durations: [], shift: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) window.__bench.durations.push(entry.duration); }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__bench.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
`;

/** Clicks filters of a listing with CPU throttling; returns interaction to next paint as reported by the browser. */
export const measureFilterClicks = async (browser: Browser, url: string): Promise<FilterFigures> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(WATCHER);
  await page.goto(url, { waitUntil: 'networkidle' });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const boxes = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox');
  const slowest: number[] = [];
  for (let click = 0; click < CLICKS; click += 1) {
    await page.evaluate(() => (Reflect.get(window, '__bench') as { durations: number[] }).durations.splice(0));
    await boxes.nth(click % 4).click();
    await page.waitForTimeout(SETTLE_MS);
    // Clicks below the reporting threshold count as the threshold.
    slowest.push(
      await page.evaluate(() => Math.max(16, ...(Reflect.get(window, '__bench') as { durations: number[] }).durations)),
    );
  }
  const layoutShift = await page.evaluate(() => (Reflect.get(window, '__bench') as { shift: number }).shift);
  await context.close();
  const sorted = slowest.sort((a, b) => a - b);
  return {
    clicks: CLICKS,
    medianMs: sorted[CLICKS / 2] ?? Number.NaN,
    slowestMs: sorted.at(-1) ?? Number.NaN,
    layoutShift,
  };
};
