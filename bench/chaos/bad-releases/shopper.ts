import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '@shop/registry/commands/findChromium';
import { sendRequest, newNetwork } from '../sendRequest';

/** What a shopper sees at a path; `panel` if the remote is unavailable. */
export interface Seen {
  readonly text: string;
  readonly panel: boolean;
}

/** Opens the page in a browser, by a link in the shop or directly. */
export const look = async (
  browser: Browser,
  url: string,
  path: string,
  { from }: { readonly from?: string } = {},
): Promise<Seen> => {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'x-forwarded-for': newNetwork() },
  });
  try {
    const page = await context.newPage();
    await page.goto(url + (from ?? path));
    await page.waitForFunction(() => document.documentElement.dataset['awake'] === 'true');
    if (from !== undefined) await page.locator(`a[href="${path}"]`).locator('visible=true').first().click();
    await page.waitForFunction((asked) => location.pathname === asked, path.split('?')[0]);
    await page.locator('main h1').first().waitFor();
    await page.waitForTimeout(500);
    return {
      text: await page.locator('main').innerText(),
      panel: (await page.locator('#remote-unavailable').count()) > 0,
    };
  } finally {
    await context.close(); // Closing sends the visit's report.
  }
};

export const openBrowser = (): Promise<Browser> => {
  const executablePath = findChromium(process.env);
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox'] });
};

const PAGE_DATA = /<script[^>]*type="application\/json"[^>]*>(?<data>.*?)<\/script>/s;

/** Simulates a shopper without a browser: requests the page and reports its outcome from a separate network. */
export const reportVisit = async (
  url: string,
  path: string,
  failed: (remote: string, release: string) => boolean,
): Promise<string> => {
  const headers = { 'x-forwarded-for': newNetwork() };
  const { body } = await sendRequest(url + path, { headers });
  const { composition, visitToken } = JSON.parse(PAGE_DATA.exec(body)?.groups?.['data'] ?? '{}') as {
    composition?: Record<string, { version: string }>;
    visitToken?: string;
  }; // Our own page.
  const releases = Object.entries(composition ?? {}).flatMap(([remote, { version }]) =>
    path.startsWith('/wishlist') && remote === 'mfe-auth'
      ? [{ remote, release: version, first: true, failed: failed(remote, version), lcp: null, inp: null }]
      : [],
  );
  if (visitToken && releases.length > 0)
    await sendRequest(`${url}/rum`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'visit', token: visitToken, releases }),
    });
  return body;
};
