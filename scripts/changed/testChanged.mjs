import { readdirSync } from 'node:fs';
import path from 'node:path';
import { testEnvironment } from '../check/testEnvironment.mjs';
import { root } from '../install.mjs';
import { mustRun } from '../processes.mjs';
import { bin, runSideBySide, step } from '../steps.mjs';
import { findRelatedTests, isSystemTest } from './findRelatedTests.mjs';
import { readChangedFiles } from './readChangedFiles.mjs';

/** What remains of two minutes after the static checks. */
const TEST_BUDGET_MS = 60_000;

const withExtension = (files, pattern) => files.filter((file) => pattern.test(file));

/**
 * `npm test -- --changed [commit]`: lint, types and unit tests of what differs from the upstream branch or `commit`, in
 * under two minutes. `npm test` is the whole check.
 */
export const testChanged = async (base) => {
  const started = Date.now();
  const files = readChangedFiles(root, base);
  if (files.length === 0) {
    console.log('Nothing changed.');
    return;
  }
  console.log(`${files.length} changed ${files.length === 1 ? 'file' : 'files'}.`);
  const sources = withExtension(files, /\.(?:[cm]?[jt]s|tsx)$/);
  const styles = withExtension(files, /\.css$/);
  const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'));
  const [related] = await Promise.all([
    findRelatedTests(files, remotes),
    runSideBySide({
      types: [
        bin('tsc'),
        ['--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo', '-p', 'tsconfig.json'],
      ],
      ...(sources.length > 0 && { lint: [bin('eslint'), ['--max-warnings', '0', '--no-warn-ignored', ...sources]] }),
      ...(styles.length > 0 && { styles: [bin('stylelint'), styles] }),
      format: [bin('prettier'), ['--check', '--log-level', 'warn', '--ignore-unknown', ...files]],
    }),
  ]);
  const tests = related.filter((file) => !isSystemTest(file));
  if (tests.length > 0)
    await step('related unit tests', () =>
      mustRun(
        bin('jest'),
        ['--testSequencer', path.join(import.meta.dirname, 'closestFirst.cjs'), '--runTestsByPath', ...tests],
        {
          env: {
            ...testEnvironment(),
            CHANGED_FILES: files.join('\n'),
            TEST_BUDGET_MS: String(TEST_BUDGET_MS),
          },
        },
      ),
    );
  const left = related.filter(isSystemTest).map((file) => path.relative(root, file));
  if (left.length > 0) console.log(`\nLeft to npm run verify:\n  ${left.join('\n  ')}`);
  console.log(`\nPassed in ${Math.round((Date.now() - started) / 1000)} s. The whole check: npm test`);
};
