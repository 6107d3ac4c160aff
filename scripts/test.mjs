import { availableParallelism } from 'node:os';
import path from 'node:path';
import { chromiumEnvironment } from './chromium.mjs';
import { installMissing, root } from './install.mjs';
import { mustRun, run, runQuietly, tsx } from './processes.mjs';

const bin = (name) => path.join(root, 'node_modules/.bin', name);
const started = Date.now();

const step = async (title, task) => {
  const from = Date.now();
  console.log(`\n── ${title}`);
  await task();
  console.log(`── ${title}: ${Math.round((Date.now() - from) / 1000)} s`);
};

/**
 * Steps that change nothing the others read, as many at a time as there are cores; each says what it has to say when it
 * ends. All of them are told before a failure ends the run. The unit tests are none of these: one of them plants what
 * lint and walls must refuse.
 */
const sideBySide = async (steps) => {
  // Compilers and linters make much that is soon gone: with room for it eslint takes a tenth less, tsc an eighth.
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`;
  const waiting = Object.entries(steps);
  let failure = 0;
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, command] = next;
      const from = Date.now();
      const { code, said } = await runQuietly(...command, { NODE_OPTIONS });
      console.log(
        `\n── ${title}\n${said}── ${title}: ${Math.round((Date.now() - from) / 1000)} s${code === 0 ? '' : `, failed with ${code}`}`,
      );
      failure ||= code;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  if (failure !== 0) process.exit(failure);
};

installMissing();
await sideBySide({
  // The two longest first.
  lint: [bin('eslint'), ['.', '--max-warnings', '0']],
  format: [bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  pictures: [tsx, ['federation/cli.ts', 'media']],
  types: [bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  walls: ['npm', ['run', '--silent', 'walls']],
  styles: [bin('stylelint'), ['**/*.css']],
  compose: ['npm', ['run', '--silent', 'compose']],
  audit: [process.execPath, ['scripts/audit.mjs']],
});
// Before the unit tests, some of which run nginx.
const canRunProduction = (await run(tsx, ['ops/stack/provide.ts'])) === 0;
if (!canRunProduction)
  console.warn(
    '\n*** The browser tests run on one API process and one host, and no fault is tried: what they need in production is missing. ***',
  );
// Some open pages of a release.
Object.assign(process.env, chromiumEnvironment());
// Shown where nobody waits for the tests.
const withCoverage = process.argv.includes('--coverage') || Boolean(process.env.CI);
await step('unit tests', () =>
  withCoverage ? mustRun(process.execPath, ['scripts/coverage.mjs']) : mustRun(bin('jest'), []),
);
await step('builds', () => mustRun(tsx, ['federation/cli.ts', 'build', '--all']));
await step('sizes', () => mustRun('npm', ['run', '--silent', 'sizes']));
const environment = { ...process.env, ...(canRunProduction ? { E2E_TOPOLOGY: 'production' } : {}) };
await step(canRunProduction ? 'browser tests, behind nginx, while processes are killed' : 'browser tests', () =>
  mustRun(process.execPath, ['scripts/e2e.mjs'], { env: environment }),
);
if (canRunProduction) await step('faults', () => mustRun('npm', ['run', '--silent', 'chaos', '--', '--quick']));
console.log(`\nAll passed in ${Math.round((Date.now() - started) / 1000)} s.`);
