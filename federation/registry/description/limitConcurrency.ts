import os from 'node:os';

let running = 0;
const waiting: (() => void)[] = [];

/**
 * As many at once as there are cores: a hundred who publish at once wait for each other instead of for the swap file.
 */
export const limitConcurrency = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= os.availableParallelism()) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
};
