import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import chromium from '../federation/registry/commands/findChromium.cjs';
import { root } from './install.mjs';

const { findChromium, INSTALL_CHROMIUM } = chromium;
const bin = (name) => path.join(root, 'node_modules/.bin', name);
/** Headless Chromium without a UI, which Playwright itself uses; about 10 % faster here. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const succeeds = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');
const installDebians = () =>
  succeeds('apt-get', ['update', '-qq']) &&
  succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', HEADLESS_SHELL]);

/**
 * Finds or installs a Chromium for the browser tests: CHROMIUM_PATH, Debian's headless shell, an installed one, or
 * Playwright's. Returns its path.
 * @throws {Error} with what to install.
 */
export const provideChromium = () => {
  const found = findChromium(process.env);
  const isWanted = process.env.CHROMIUM_PATH !== 'none';
  const isBest = found !== undefined && (found === process.env.CHROMIUM_PATH || found.endsWith(HEADLESS_SHELL));
  if (isWanted && !isBest && isRootOnDebian()) {
    console.log('Installing Chromium from Debian …');
    installDebians();
  } else if (isWanted && found === undefined) {
    console.log("Installing Playwright's Chromium …");
    succeeds(bin('playwright'), ['install', 'chromium']);
  }
  const chromiumPath = findChromium(process.env);
  if (chromiumPath !== undefined) return chromiumPath;
  throw new Error(`Chromium is missing. Run: ${INSTALL_CHROMIUM}, or set CHROMIUM_PATH=/path/to/chromium`);
};

/** Returns the environment for processes that control a browser. Without a browser, this process exits. */
export const chromiumEnvironment = () => {
  try {
    return { ...process.env, CHROMIUM_PATH: provideChromium() };
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
};
