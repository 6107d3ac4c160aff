import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findRemoteIds } from '@shop/build/repository';

const root = path.resolve(__dirname, '../..');

/** Prints how long a team waits for the tests of its own remote. */
export const benchTests = async (): Promise<void> => {
  for (const remote of findRemoteIds()) {
    const from = performance.now();
    const { status, stderr } = spawnSync('npm', ['test', '--silent', '--workspace', remote], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The tests of ${remote} failed:\n${stderr}`);
    console.log(`npm test -w ${remote}`.padEnd(32), `${((performance.now() - from) / 1_000).toFixed(1)} s`);
  }
};
