import path from 'node:path';
import { chromiumEnvironment } from './chromium.mjs';
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
  const code = await run(bin('playwright'), ['test'], { cwd: path.join(root, 'e2e'), env: chromiumEnvironment() });
  if (code !== 0) process.exit(code);
});
console.log(`\nAll passed in ${Math.round((Date.now() - started) / 1000)} s.`);
