import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const bin = (name) => path.join(root, 'node_modules/.bin', name);
/** A Chromium without a window and all that belongs to one: what Playwright itself takes, and a tenth faster here. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const firstPresent = (files) => files.find((file) => file && existsSync(file));
const succeeds = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/**
 * A Chromium for the browser tests: the one that is named, else Debian's headless shell, else the machine's, else
 * Playwright's own.
 */
const provideChromium = () => {
  const named = firstPresent([process.env.CHROMIUM_PATH, HEADLESS_SHELL]);
  if (named) return named;
  if (isRootOnDebian()) {
    console.log('Installing Chromium from Debian …');
    const installed =
      succeeds('apt-get', ['update', '-qq']) &&
      succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']);
    if (installed && existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  }
  const present = firstPresent(CHROMIUMS);
  if (present) return present;
  console.log("Installing Playwright's Chromium …");
  if (succeeds(bin('playwright'), ['install', 'chromium'])) return undefined; // Playwright finds its own
  console.error('No Chromium could be had: install one, or name it with CHROMIUM_PATH=/path/to/chromium.');
  process.exit(1);
};

/** The environment of what drives a browser. */
export const chromiumEnvironment = () => {
  const chromium = provideChromium();
  return { ...process.env, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
};
