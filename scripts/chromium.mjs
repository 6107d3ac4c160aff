import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const bin = (name) => path.join(root, 'node_modules/.bin', name);
const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const findChromium = () => [process.env.CHROMIUM_PATH, ...CHROMIUMS].find((file) => file && existsSync(file));
const succeeds = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** A Chromium for the browser tests: the machine's, else Debian's package, else Playwright's own. */
const provideChromium = () => {
  const present = findChromium();
  if (present) return present;
  if (isRootOnDebian()) {
    console.log('Installing Chromium from Debian …');
    if (succeeds('apt-get', ['update', '-qq']) && succeeds('apt-get', ['install', '-y', '-qq', 'chromium'])) return findChromium();
  }
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
