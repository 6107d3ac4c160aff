/** Plain JavaScript, because scripts that run before anything is compiled use it, too. */
'use strict';
const { existsSync } = require('node:fs');

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns where Playwright keeps its Chromium; undefined in production, where Playwright is not installed. */
const findPlaywrightsChromium = () => {
  try {
    return require('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
};

/** Returns the path of a Chromium: CHROMIUM_PATH, or an installed one. CHROMIUM_PATH=none means that there is none. */
const findChromium = (environment) => {
  const named = environment.CHROMIUM_PATH;
  if (named === 'none') return undefined;
  return [named, ...PLACES, findPlaywrightsChromium()].find((file) => file && existsSync(file));
};

/** The command that installs a Chromium which `findChromium` finds. */
const INSTALL_CHROMIUM = existsSync('/etc/debian_version')
  ? 'sudo apt-get install chromium'
  : 'npx playwright install chromium';

module.exports = { findChromium, INSTALL_CHROMIUM };
