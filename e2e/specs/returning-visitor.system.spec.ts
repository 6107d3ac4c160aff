import type { CDPSession, Page } from '@playwright/test';
import type { RemoteId } from '@shop/runtime/remotes';
import { alteredUpload, createReleases, type Releases } from '../support/releases';
import { expect, test, waitForHydration } from '../support/shop';
import { startHost } from '../support/startHost';

/** What a returning shopper downloads after a release: only changed files (URLs contain content hashes). */
test.describe.configure({ mode: 'serial' });
const PORT = 3919;
test.use({ baseURL: `http://localhost:${PORT}` });

let releases: Releases;
let stop: () => Promise<void>;
test.beforeAll(async () => {
  releases = createReleases('returning-visitor');
  stop = await startHost(PORT, { REGISTRY_DIR: releases.directory });
});
test.afterAll(() => stop());

interface Download {
  readonly url: string;
  readonly bytes: number;
}

/**
 * Bytes of a remote's files transferred over the network; cached files count as 0.
 */
const watchDownloads = async (session: CDPSession, remote: RemoteId): Promise<Download[]> => {
  const urls = new Map<string, string>();
  const downloads: Download[] = [];
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (
      new URL(response.url).pathname.startsWith(`/remotes/${remote}/`) &&
      response.fromDiskCache !== true &&
      response.fromPrefetchCache !== true
    )
      urls.set(requestId, response.url);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => urls.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    // Missing if the browser had it in memory.
    if (url !== undefined && encodedDataLength > 0) downloads.push({ url, bytes: encodedDataLength });
  });
  return downloads;
};

const visit = async (page: Page, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await page.goto(path);
    await waitForHydration(page);
    // Scroll through the page so that lazy pictures load on slow machines, too.
    for (let y = 0; y < (await page.evaluate(() => document.documentElement.scrollHeight)); y += 600)
      await page.mouse.wheel(0, 600);
    await page.waitForLoadState('networkidle');
  }
};

const sumBytes = (downloads: readonly Download[]): number => downloads.reduce((sum, { bytes }) => sum + bytes, 0);
const isCode = ({ url }: Download): boolean => /\.(?:js|css)(?:\?|$)/.test(url);
const share = (part: number, whole: number): string =>
  `${part} of ${whole} bytes (${((part / whole) * 100).toFixed(1)} %)`;

/** A remote, the pages to visit, and a text that the next release changes. */
const changes = [
  {
    remote: 'mfe-home',
    paths: ['/?store=jewellery', '/products/ring-halo'],
    from: 'Previous slide',
    to: 'The slide before',
  },
  {
    remote: 'mfe-catalog',
    paths: ['/?store=jewellery', '/products/ring-halo'],
    from: 'CUSTOMER REVIEWS',
    to: 'OF CUSTOMERS',
  },
] as const;

for (const { remote, paths, from, to } of changes) {
  test(`after a release of ${remote} that changed one component, a returning visitor downloads only what changed`, async ({
    page,
  }) => {
    const downloads = await watchDownloads(await page.context().newCDPSession(page), remote);
    await visit(page, paths);
    const first = downloads.splice(0);
    await visit(page, paths);
    expect(downloads.splice(0), 'what comes again without a release').toEqual([]);

    await releases.publish(await alteredUpload(remote, '9.0.0', { from, to }));
    await releases.promote({ [remote]: '9.0.0' });
    await visit(page, paths);
    const again = downloads.splice(0);
    const code = share(sumBytes(again.filter(isCode)), sumBytes(first.filter(isCode)));
    process.stdout.write(
      `    ${remote}: a returning visitor downloads ${again.length} of ${first.length} files, ${share(sumBytes(again), sumBytes(first))}; of scripts and styles ${code}\n`,
    );
    expect(again.length).toBeGreaterThan(0); // The new release is live.
    expect(sumBytes(again.filter(isCode))).toBeLessThan(sumBytes(first.filter(isCode)));
  });
}
