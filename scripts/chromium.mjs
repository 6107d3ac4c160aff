import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const bin = (name) => path.join(root, 'node_modules/.bin', name);
/** Headless Chromium without a UI, which Playwright itself uses; about 10 % faster here. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const findExisting = (files) => files.find((file) => file && existsSync(file));
const succeeds = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/**
 * Finds or installs a Chromium for the browser tests: CHROMIUM_PATH, Debian's headless shell, an installed one, or
 * Playwright's. Returns its path; undefined if Playwright finds it by itself.
 * @throws {Error} with what to install.
 */
export const provideChromium = () => {
  const named = findExisting([process.env.CHROMIUM_PATH, HEADLESS_SHELL]);
  if (named) return named;
  if (isRootOnDebian()) {
    console.log('Installing Chromium from Debian …');
    const installed =
      succeeds('apt-get', ['update', '-qq']) &&
      succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']);
    if (installed && existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  }
  const present = findExisting(CHROMIUM_PATHS);
  if (present) return present;
  console.log("Installing Playwright's Chromium …");
  if (succeeds(bin('playwright'), ['install', 'chromium'])) return undefined; // Playwright finds its own
  throw new Error('Chromium is missing: apt-get install chromium, or set CHROMIUM_PATH=/path/to/chromium');
};

/** Returns the environment for processes that control a browser. Without a browser, this process exits. */
export const chromiumEnvironment = () => {
  try {
    const chromium = provideChromium();
    return { ...process.env, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
};
