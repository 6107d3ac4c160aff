import { chromiumEnvironment } from './chromium.mjs';
import { testChanged } from './changed/testChanged.mjs';
import { installMissing } from './install.mjs';
import { mustRun, run, tsx } from './processes.mjs';
import { bin, runSideBySide, step } from './steps.mjs';

const started = Date.now();

installMissing();
const changedFlag = process.argv.indexOf('--changed');
if (changedFlag !== -1) {
  await testChanged(process.argv[changedFlag + 1]);
  process.exit(0);
}
await runSideBySide({
  // The two longest steps first.
  lint: [bin('eslint'), ['.', '--max-warnings', '0']],
  format: [bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  pictures: [tsx, ['api/content/buildPictures.ts']],
  types: [bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  walls: ['npm', ['run', '--silent', 'walls']],
  styles: [bin('stylelint'), ['**/*.css']],
  compose: ['npm', ['run', '--silent', 'compose']],
  audit: [process.execPath, ['scripts/audit.mjs']],
});
// Before the unit tests, some of which need nginx.
const canRunProduction = (await run(tsx, ['ops/stack/provide.ts'])) === 0;
if (!canRunProduction)
  console.warn(
    '\n*** The programs of the production topology are missing: the browser tests run on one API process and one host, and fault tests are skipped. ***',
  );
// Some unit tests open pages of a release.
Object.assign(process.env, chromiumEnvironment());
// Coverage is slower, so it runs in CI only.
const withCoverage = process.argv.includes('--coverage') || Boolean(process.env.CI);
await step('unit tests', () =>
  withCoverage ? mustRun(process.execPath, ['scripts/coverage.mjs']) : mustRun(bin('jest'), []),
);
await step('builds', () => mustRun(tsx, ['federation/registry/cli.ts', 'build', '--all']));
await step('sizes', () => mustRun('npm', ['run', '--silent', 'sizes']));
const environment = { ...process.env, ...(canRunProduction ? { E2E_TOPOLOGY: 'production' } : {}) };
await step(canRunProduction ? 'browser tests, behind nginx, while processes are killed' : 'browser tests', () =>
  mustRun(process.execPath, ['scripts/e2e.mjs'], { env: environment }),
);
if (canRunProduction) await step('faults', () => mustRun('npm', ['run', '--silent', 'chaos', '--', '--quick']));
console.log(`\nAll passed in ${Math.round((Date.now() - started) / 1000)} s.`);
