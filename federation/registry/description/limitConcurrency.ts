import os from 'node:os';

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs at most as many tasks at once as there are cores, so that a hundred concurrent publishes queue up instead of
 * swapping.
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
