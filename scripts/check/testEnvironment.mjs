import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY_FOLDER = '/dev/shm';
const NEEDED_BYTES = 2 ** 31;

/** Tests store registries, which flush each file: in memory that costs a tenth. */
const hasMemoryFolder = () => {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false; // no such folder: not Linux
  }
};

/** Returns the environment for unit tests: temporary files are in memory where possible. */
export const testEnvironment = () => ({ ...process.env, ...(hasMemoryFolder() ? { TMPDIR: MEMORY_FOLDER } : {}) });
