import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install.mjs';

const MAX_FILES = 10;

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Returns the duration of each file of a jest report (`--json`), in milliseconds. */
const readJestFiles = (report) =>
  (report?.testResults ?? []).map(({ name, startTime, endTime }) => [path.relative(root, name), endTime - startTime]);

const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

/** Returns the duration of each file of a Playwright report, in milliseconds: the sum of its tests. */
const readPlaywrightFiles = (report) =>
  (report?.suites ?? []).map((suite) => [
    path.join('e2e/specs', suite.file),
    listSpecs(suite)
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration, 0),
  ]);

/** Returns the files that took longest according to the reports of this run, one line each. */
export const describeSlowestFiles = ({ jestReport, playwrightReport }) =>
  [...readJestFiles(readJson(jestReport)), ...readPlaywrightFiles(readJson(playwrightReport))]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_FILES)
    .map(([file, ms]) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
