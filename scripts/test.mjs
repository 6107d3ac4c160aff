import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describeLeftOut } from './check/leftOut.mjs';
import { describeSlowestFiles } from './check/slowestFiles.mjs';
import { testEnvironment } from './check/testEnvironment.mjs';
import { installMissing } from './install.mjs';
import { mustRun, tsx } from './processes.mjs';
import { reportsDirectory } from './report.mjs';
import { bin, finishedSteps, runSideBySide, step } from './steps.mjs';
import { testChanged } from './testChanged.mjs';

const started = Date.now();
// Compilers, linters and tests create many short-lived objects: a larger young generation saves a tenth of their time.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`;

await step('packages', async () => installMissing());
const changedFlag = process.argv.indexOf('--changed');
if (changedFlag !== -1) {
  await testChanged(process.argv[changedFlag + 1]);
  process.exit(0);
}
mkdirSync(reportsDirectory, { recursive: true });
const jestReport = path.join(reportsDirectory, 'jest.json');
const playwrightReport = path.join(reportsDirectory, 'playwright.json');

await step('static checks', () =>
  runSideBySide({
    // The two longest first.
    lint: [bin('eslint'), ['.', '--max-warnings', '0']],
    format: [bin('prettier'), ['--check', '--log-level', 'warn', '.']],
    pictures: [tsx, ['api/content/buildPictures.ts']],
    types: [bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
    'import rules': ['npm', ['run', '--silent', 'imports']],
    styles: [bin('stylelint'), ['**/*.css']],
    compose: ['npm', ['run', '--silent', 'compose']],
    workflows: [process.execPath, ['scripts/workflows.mjs']],
    audit: [process.execPath, ['scripts/audit.mjs']],
  }),
);
await step('tests in one process', () =>
  mustRun(bin('jest'), ['--json', `--outputFile=${jestReport}`], { env: testEnvironment() }),
);
await step('builds', () => mustRun(tsx, ['federation/registry/cli.ts', 'build', '--all']));
await step('sizes', () => mustRun('npm', ['run', '--silent', 'sizes']));
await step('browser tests', () =>
  mustRun(process.execPath, ['scripts/e2e.mjs', '--project=flows', '--reporter=list,json'], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  }),
);

const printSection = (title, lines) => console.log(`\n${title}\n${lines.join('\n')}`);
printSection(
  'Stages',
  finishedSteps.map(([title, seconds]) => `  ${String(seconds).padStart(6)} s  ${title}`),
);
printSection('Slowest files', describeSlowestFiles({ jestReport, playwrightReport }));
printSection('Left out', describeLeftOut());
console.log(`\nAll passed in ${Math.round((Date.now() - started) / 1000)} s.`);
