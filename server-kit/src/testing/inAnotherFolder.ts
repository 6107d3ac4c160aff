import os from 'node:os';

/** Does something as a process would that was started in another folder than the repository's. */
export const inAnotherFolder = async <T>(work: () => T | Promise<T>): Promise<T> => {
  const before = process.cwd();
  process.chdir(os.tmpdir());
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
};
