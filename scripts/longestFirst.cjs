const Sequencer = require('@jest/test-sequencer').default;

/** Small files that take half a minute and more: they start processes, and wait for them. */
const LONG = [
  'kill',
  'shutdown',
  'backup',
  'enumeration.attack',
  'operations',
  'storage',
  'lastUnit.race',
  'walls',
  'newRemote',
  'buildInputs',
].map((name) => `/${name}.test.ts`);

/**
 * A clone without timings of an earlier run begins with the largest files, and would end with one long test and an idle
 * core.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => LONG.some((name) => path.endsWith(name));
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
