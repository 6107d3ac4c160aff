import { defineConfig } from '@playwright/test';
import { API_PORT, HOST_PORT, isProductionTopology, SHOP_URL } from './support/stackConfig';

/** Chromium is found on the machine where it can be (CHROMIUM_PATH), else Playwright's own is used. */
const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: './specs',
  timeout: 45_000,
  expect: { timeout: 7_000 },
  forbidOnly: Boolean(process.env['CI']),
  retries: 0, // a flaky test is a broken test
  workers: 2,
  fullyParallel: true,
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    baseURL: SHOP_URL,
    // The topology's certificate is made for the run. (A service worker asks for the second: the first is not for its
    // script.)
    ignoreHTTPSErrors: isProductionTopology,
    // A worker would stand between the page and what tests put in the network's place; its own tests let it in.
    serviceWorkers: 'block',
    browserName: 'chromium',
    // A quarter of the time, and of no use to a test that passes: `npm run e2e -- --trace retain-on-failure` for one
    // that does not.
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
    timeout: 90_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8_000 },
    stdout: 'pipe',
    env: { PORT: String(HOST_PORT), API_PORT: String(API_PORT) },
  },
});
