import { chromium, type Browser, type CDPSession } from 'playwright-core';

/** Slow 4G with a slow phone's CPU. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const CPU_SLOWDOWN = 4;
const SETTLE_MS = 2_500;

export interface PageFigures {
  /** First paint that shows the page's heading, ms. */
  readonly firstContent: number;
  readonly largestContent: number;
  readonly layoutShift: number;
  /** Length of the longest chain of requests before the first content. */
  readonly roundTrips: number;
  /** Bytes over the wire. */
  readonly bytes: Readonly<Record<FileKind | 'total', number>>;
  /** When a pressed button works, ms. */
  readonly hydrated: number;
  /** Sum of what long tasks took beyond 50 ms. */
  readonly blocked: number;
  /** Work of the main thread until the page is at rest, ms. */
  readonly mainThread: number;
  readonly nodes: number;
}

const KINDS = { script: /\.js(\?|$)/, font: /\.woff2(\?|$)/, picture: /\.(avif|webp|png)(\?|$)/ } as const;
type FileKind = keyof typeof KINDS;

interface Sent {
  readonly url: string;
  readonly startedAt: number;
  readonly depth: number;
}

const watchRequests = async (cdp: CDPSession) => {
  const sent = new Map<string, Sent>();
  const depthByUrl = new Map<string, number>();
  const bytes = { script: 0, font: 0, picture: 0, total: 0 };
  await cdp.send('Network.enable');
  cdp.on('Network.requestWillBeSent', ({ requestId, request, initiator, timestamp }) => {
    const parents = [initiator.url, ...(initiator.stack?.callFrames.map(({ url }) => url) ?? [])];
    const depth = 1 + Math.max(0, ...parents.map((url) => (url ? (depthByUrl.get(url) ?? 0) : 0)));
    if (!depthByUrl.has(request.url)) depthByUrl.set(request.url, depth);
    sent.set(requestId, { url: request.url, startedAt: timestamp, depth });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = sent.get(requestId);
    bytes.total += encodedDataLength;
    for (const kind of Object.keys(KINDS) as FileKind[])
      if (request && KINDS[kind].test(request.url)) bytes[kind] += encodedDataLength;
  });
  return { sent: () => [...sent.values()], bytes };
};

const WATCHER = `
  window.__bench = { heading: 0, lcp: 0, shift: 0, hydrated: 0, blocked: 0 };
  new MutationObserver(() => { if (!window.__bench.heading && document.querySelector('main h1')) window.__bench.heading = performance.now(); }).observe(document, { childList: true, subtree: true });
  new MutationObserver(() => { window.__bench.hydrated ||= performance.now(); }).observe(document, { subtree: true, attributeFilter: ['data-awake'] });
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.__bench.blocked += duration - 50; }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.__bench.lcp = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__bench.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
`;

const measureOnce = async (browser: Browser, url: string): Promise<PageFigures> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const requests = await watchRequests(cdp);
  await cdp.send('Performance.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(WATCHER);
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForSelector('main h1', { timeout: 60_000 });
  await page.waitForSelector('html[data-awake]', { state: 'attached', timeout: 60_000 });
  await page.waitForTimeout(SETTLE_MS);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const seen = await page.evaluate(() => {
    const bench = Reflect.get(window, '__bench') as Record<
      'heading' | 'lcp' | 'shift' | 'hydrated' | 'blocked',
      number
    >;
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return { ...bench, paint, nodes: document.querySelectorAll('*').length };
  });
  const all = requests.sent();
  const firstContent = Math.max(seen.paint, seen.heading);
  const begin = all[0]?.startedAt ?? 0;
  const before = all.filter(
    ({ startedAt, url: sentUrl }) =>
      (startedAt - begin) * 1000 < firstContent && !/\.(avif|webp|woff2)(\?|$)/.test(sentUrl),
  );
  await context.close();
  return {
    firstContent,
    largestContent: seen.lcp,
    layoutShift: seen.shift,
    roundTrips: Math.max(...before.map(({ depth }) => depth)),
    bytes: { ...requests.bytes },
    hydrated: seen.hydrated,
    blocked: seen.blocked,
    mainThread: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000,
    nodes: seen.nodes,
  };
};

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** Measures two pages alternately, A B A B, so that both see the same load. Returns medians. */
export const measurePair = async (
  browser: Browser,
  a: string,
  b: string,
  runs: number,
): Promise<readonly [PageFigures, PageFigures]> => {
  const figures: [PageFigures[], PageFigures[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    figures[0].push(await measureOnce(browser, a));
    figures[1].push(await measureOnce(browser, b));
  }
  const summarise = (list: readonly PageFigures[]): PageFigures => ({
    firstContent: median(list.map((figure) => figure.firstContent)),
    largestContent: median(list.map((figure) => figure.largestContent)),
    hydrated: median(list.map((figure) => figure.hydrated)),
    blocked: median(list.map((figure) => figure.blocked)),
    mainThread: median(list.map((figure) => figure.mainThread)),
    nodes: median(list.map((figure) => figure.nodes)),
    bytes: {
      total: median(list.map(({ bytes }) => bytes.total)),
      script: median(list.map(({ bytes }) => bytes.script)),
      font: median(list.map(({ bytes }) => bytes.font)),
      picture: median(list.map(({ bytes }) => bytes.picture)),
    },
    layoutShift: Math.max(...list.map((figure) => figure.layoutShift)),
    roundTrips: Math.max(...list.map((figure) => figure.roundTrips)),
  });
  return [summarise(figures[0]), summarise(figures[1])];
};
