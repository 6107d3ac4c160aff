import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** Not tests: pictures of every screen, to look at (npm run screens). */
export default defineConfig({
  ...config,
  testDir: './screens',
  testMatch: '*.screens.ts',
  timeout: 300_000,
  use: { ...config.use, trace: 'off' },
});
