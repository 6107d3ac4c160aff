import { defineConfig } from '@playwright/test';
import { newNetwork } from './support/network';
import { API_PORT, HOST_PORT, isProductionTopology, SHOP_URL } from './support/stackConfig';

/** Uses the machine's Chromium (CHROMIUM_PATH) if there is one, otherwise Playwright's. */
const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: './specs',
  projects: [
    // Every screen in both storefronts, and the main flows of each remote: `npm test`.
    { name: 'flows', testIgnore: '**/*.system.spec.ts' },
    // Rare states and faults, releases, a crawl, audits: `npm run verify`, which also repeats the flows behind nginx.
    { name: 'system', testMatch: '**/*.system.spec.ts' },
  ],
  // A busy machine may be several times as slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  retries: 0, // A flaky test is a broken test.
  workers: 2,
  fullyParallel: true,
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    baseURL: SHOP_URL,
    // The topology's certificate is generated for each run. (The second option is needed for the service worker's
    // script.)
    ignoreHTTPSErrors: isProductionTopology,
    // A service worker would bypass the routes that tests intercept; its own tests allow it.
    serviceWorkers: 'block',
    browserName: 'chromium',
    // A new context for each test costs more than a second of CPU time.
    reuseContext: true,
    extraHTTPHeaders: { 'x-forwarded-for': newNetwork() },
    // Traces take a quarter of the time and are useless for tests that pass. For a failing test: `npm run e2e --
    // --trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(isProductionTopology ? ['--ignore-certificate-errors'] : []),
      ],
    },
  },
  webServer: {
    command: 'npx tsx support/startStack.ts',
    url: `${SHOP_URL}/health`,
    ignoreHTTPSErrors: isProductionTopology,
    timeout: 300_000, // every release is tried first, which takes minutes on a busy machine
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8_000 },
    stdout: 'pipe',
    env: { PORT: String(HOST_PORT), API_PORT: String(API_PORT) },
  },
});
