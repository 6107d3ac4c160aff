import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';
import { run } from './processes.mjs';

/**
 * Runs the unit tests with coverage per package; coverage/lcov.info has the lines. There is no threshold. Uses
 * istanbul, because V8 counts the getters that swc generates for exports as functions (62 % instead of 98 %).
 */
// The HTML report takes seconds and is not read in CI.
const lines = process.env.CI ? 'lcovonly' : 'lcov';
const directory = path.join(root, 'coverage');
const code = await run(path.join(root, 'node_modules/.bin/jest'), [
  '--coverage',
  '--coverageProvider=babel',
  `--coverageDirectory=${directory}`,
  `--coverageReporters=${lines}`,
  '--coverageReporters=json-summary',
  ...process.argv.slice(2),
]);

const KINDS = ['lines', 'statements', 'branches', 'functions'];
const summary = JSON.parse(readFileSync(path.join(directory, 'coverage-summary.json'), 'utf8'));
const packages = new Map();
for (const [file, counts] of Object.entries(summary)) {
  if (file === 'total') continue;
  const [name] = path.relative(root, file).split(path.sep);
  const sums = packages.get(name) ?? Object.fromEntries(KINDS.map((kind) => [kind, { covered: 0, total: 0 }]));
  for (const kind of KINDS) {
    sums[kind].covered += counts[kind].covered;
    sums[kind].total += counts[kind].total;
  }
  packages.set(name, sums);
}
const percent = ({ covered, total }) => (total === 0 ? '' : `${((covered / total) * 100).toFixed(1)} %`).padStart(12);
console.log(`\n${'Coverage'.padEnd(20)}${KINDS.map((kind) => kind.padStart(12)).join('')}`);
for (const [name, sums] of [...packages].sort())
  console.log(`${name.padEnd(20)}${KINDS.map((kind) => percent(sums[kind])).join('')}`);
process.exit(code);
