const os = require('node:os');
const path = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/** A suite that has not run on this machine yet. */
const UNKNOWN_MS = 4_000;

const changedFiles = (process.env.CHANGED_FILES ?? '').split('\n').filter(Boolean);
const budgetMs = Number(process.env.TEST_BUDGET_MS ?? Infinity);

/** How many folders lie between two files. */
const measureDistance = (from, to) =>
  path
    .relative(path.dirname(from), path.dirname(to))
    .split(path.sep)
    .filter((part) => part !== '').length;

/**
 * The tests of `npm test -- --changed`: those closest to the changed files come first, and those that do not fit into
 * TEST_BUDGET_MS, by the time they took before, are left to the whole check.
 */
module.exports = class ClosestFirst extends Sequencer {
  sort(tests) {
    const distances = new Map(
      tests.map((test) => [test, Math.min(...changedFiles.map((file) => measureDistance(file, test.path)))]),
    );
    // Sorts by time, the longest first, and sets the duration that the cache knows.
    const ordered = super.sort(tests).sort((a, b) => distances.get(a) - distances.get(b));
    let left = budgetMs * Math.max(2, os.availableParallelism() - 1);
    const chosen = ordered.filter((test, index) => {
      left -= test.duration ?? UNKNOWN_MS;
      return index === 0 || left >= 0;
    });
    const skipped = ordered.length - chosen.length;
    if (skipped > 0)
      console.warn(`${skipped} of ${ordered.length} related suites do not fit into the time: run them with npm test.`);
    return chosen;
  }
};
