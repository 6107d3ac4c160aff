import type { Page } from '@playwright/test';

/** Waits for the page's service worker and returns its state. */
export const workerIsActive = (page: Page): Promise<string> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state ?? 'none');
