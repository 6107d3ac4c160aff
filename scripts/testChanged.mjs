import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { testEnvironment } from './check/testEnvironment.mjs';
import { root } from './install.mjs';
import { mustRun } from './processes.mjs';
import { bin, runSideBySide, step } from './steps.mjs';

/** The branch that changes are compared with: the remote's, or the last commit where there is none. */
const BASES = ['@{upstream}', 'origin/main', 'HEAD'];

const git = (directory, ...args) =>
  execFileSync('git', args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const findBase = (directory, given) => {
  for (const base of given ? [given] : BASES) {
    try {
      return git(directory, 'merge-base', base, 'HEAD').trim();
    } catch {
      // No such branch here.
    }
  }
  throw new Error(given ? `There is no commit ${given}.` : 'This is not a git repository with a commit.');
};

/**
 * Absolute paths of the files that differ from `base` (default: the upstream branch, else the last commit), committed
 * or not, new ones included, deleted ones left out. @throws {Error} when there is no such commit.
 */
export const readChangedFiles = (directory, base) => {
  const changed = git(directory, 'diff', '--name-only', '--relative', '-z', findBase(directory, base));
  const created = git(directory, 'ls-files', '--others', '--exclude-standard', '-z');
  return (changed + created)
    .split('\0')
    .filter(Boolean)
    .map((file) => path.join(directory, file))
    .filter((file) => existsSync(file));
};

/**
 * `npm test -- --changed [commit]`: lint, types and unit tests of what differs from the upstream branch or `commit`.
 * `npm test` is the whole check.
 */
export const testChanged = async (base) => {
  const files = readChangedFiles(root, base);
  if (files.length === 0) {
    console.log('Nothing changed.');
    return;
  }
  const styles = files.filter((file) => file.endsWith('.css'));
  await runSideBySide({
    types: [
      bin('tsc'),
      ['--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo', '-p', 'tsconfig.json'],
    ],
    lint: [bin('eslint'), ['--max-warnings', '0', '--no-warn-ignored', ...files]],
    ...(styles.length > 0 && { styles: [bin('stylelint'), styles] }),
    format: [bin('prettier'), ['--check', '--log-level', 'warn', '--ignore-unknown', ...files]],
  });
  const related = ['--findRelatedTests', ...files];
  await step('related unit tests', () =>
    mustRun(bin('jest'), ['--passWithNoTests', ...related], { env: testEnvironment() }),
  );
  await step('left to npm run verify', () =>
    mustRun(bin('jest'), ['-c', 'jest.system.config.ts', '--listTests', ...related]),
  );
};
