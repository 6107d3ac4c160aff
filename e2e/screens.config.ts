import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** Not tests: screenshots of every screen (npm run screens). */
export default defineConfig({
  ...config,
  testDir: './screens',
  testMatch: '*.screens.ts',
  timeout: 300_000,
  use: { ...config.use, trace: 'off' },
});
