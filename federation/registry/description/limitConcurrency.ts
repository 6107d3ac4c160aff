import os from 'node:os';
import pLimit from 'p-limit';

/**
 * Runs at most as many tasks at once as there are cores, so that a hundred concurrent publishes queue up instead of
 * swapping.
 */
export const limitConcurrency = pLimit(os.availableParallelism());
