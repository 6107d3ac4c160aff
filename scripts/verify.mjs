import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { testEnvironment } from './check/testEnvironment.mjs';
import { chromiumEnvironment, provideChromium } from './chromium.mjs';
import { installMissing } from './install.mjs';
import { run, runQuietly, tsx } from './processes.mjs';
import { lastRunFile, stages } from './verify/stages.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, failed: { type: 'boolean' }, 'skip-missing': { type: 'boolean' } },
});
if (values.list) {
  for (const { name, summary } of stages) console.log(`${name.padEnd(12)}${summary}`);
  process.exit(0);
}

const names = stages.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  process.exit(2);
}

const readLastRun = () => (existsSync(lastRunFile) ? JSON.parse(readFileSync(lastRunFile, 'utf8')) : {});

const choose = () => {
  if (positionals.length > 0) return stages.filter(({ name }) => positionals.includes(name));
  if (!values.failed) return stages;
  const last = readLastRun();
  return stages.filter(({ name }) => name in last && last[name] !== 'passed');
};

/** Returns how to install the missing programs of a stage; undefined if all are there or could be installed. */
const findMissing = async (programs) => {
  const others = programs.filter((program) => program !== 'chromium');
  try {
    if (programs.includes('chromium')) provideChromium();
  } catch (error) {
    return error.message;
  }
  if (others.length === 0) return undefined;
  const { code, output } = await runQuietly(tsx, ['ops/stack/provide.ts', ...others]);
  return code === 0 ? undefined : output.trim();
};

let isBuilt = false;
const buildOnce = async () => {
  isBuilt ||= (await run('npm', ['run', '--silent', 'build'])) === 0;
  return isBuilt;
};

const runStage = async ({ needs, build, command, alsoRun = [], environment }) => {
  const missing = await findMissing(needs);
  if (missing !== undefined) {
    console.error(missing);
    return values['skip-missing'] ? 'skipped' : 'failed';
  }
  if (build && !(await buildOnce())) return 'failed';
  const browser = needs.includes('chromium') ? chromiumEnvironment() : {};
  const env = { ...testEnvironment(), ...browser, ...environment };
  let passed = true;
  for (const each of [command, ...alsoRun]) passed = (await run(...each, { env })) === 0 && passed;
  return passed ? 'passed' : 'failed';
};

installMissing();
const chosen = choose();
if (chosen.length === 0) {
  console.log('Nothing failed the last time.');
  process.exit(0);
}
const rows = [];
for (const stage of chosen) {
  console.log(`\n━━ ${stage.name}: ${stage.summary}`);
  const from = Date.now();
  const result = await runStage(stage);
  rows.push({ name: stage.name, seconds: Math.round((Date.now() - from) / 1000), result });
  mkdirSync(path.dirname(lastRunFile), { recursive: true });
  writeFileSync(lastRunFile, JSON.stringify({ ...readLastRun(), [stage.name]: result }, null, 1));
}
console.log(`\n${'What'.padEnd(12)}${'Seconds'.padStart(9)}  Result`);
for (const { name, seconds, result } of rows)
  console.log(`${name.padEnd(12)}${String(seconds).padStart(9)}  ${result}`);
const failed = rows.filter(({ result }) => result === 'failed');
if (failed.length > 0) console.log(`\nAgain: npm run verify -- --failed`);
process.exit(failed.length > 0 ? 1 : 0);
