import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { readRemotes } from '@shop/build/repository';

const MAX_PARALLEL_BUILDS = 3;

/** Builds a package in a separate process, to use several cores. */
const buildInProcess = (packageName: string, force: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, path.join(__dirname, '../cli.ts'), 'build', packageName, ...(force ? ['--force'] : [])],
      { stdio: 'inherit' },
    );
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The build of ${packageName} failed`))));
  });

/** Builds the host and all remotes, several at a time. */
export const buildAll = async (options: { force?: boolean | undefined }): Promise<void> => {
  const limit = pLimit(Math.min(os.availableParallelism(), MAX_PARALLEL_BUILDS));
  await limit.map(['host', ...Object.keys(readRemotes())], (name) => buildInProcess(name, options.force ?? false));
};
