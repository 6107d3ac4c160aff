import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installMissing, root } from './install.mjs';
import { mustRun, run, tsx } from './processes.mjs';

const bin = (name) => path.join(root, 'node_modules/.bin', name);
const started = Date.now();

const step = async (title, task) => {
  const from = Date.now();
  console.log(`\n── ${title}`);
  await task();
  console.log(`── ${title}: ${Math.round((Date.now() - from) / 1000)} s`);
};

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
  console.error('No Chromium could be had: install one, or name it with CHROMIUM_PATH=/path/to/chromium npm test.');
  process.exit(1);
};

installMissing();
await step('lint', () => mustRun(bin('eslint'), ['.', '--max-warnings', '0']));
await step('styles', () => mustRun(bin('stylelint'), ['**/*.css']));
await step('types', () => mustRun(bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']));
await step('walls', () => mustRun('npm', ['run', '--silent', 'walls']));
await step('unit tests', () => mustRun(bin('jest'), []));
await step('builds', async () => {
  await mustRun(tsx, ['federation/cli.ts', 'media']);
  await mustRun(tsx, ['federation/cli.ts', 'build', '--all']);
});
await step('browser tests', async () => {
  const chromium = provideChromium();
  const code = await run(bin('playwright'), ['test'], { cwd: path.join(root, 'e2e'), env: { ...process.env, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) } });
  if (code !== 0) process.exit(code);
});
console.log(`\nAll passed in ${Math.round((Date.now() - started) / 1000)} s.`);
