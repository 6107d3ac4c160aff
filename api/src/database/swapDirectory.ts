import fs from 'node:fs';

/** Path of a restored data directory that has not yet replaced the current one. */
export const getRestoredPath = (directory: string): string => `${directory}.restored`;

/**
 * Moves the current data directory to `replaced` and the restored one into its place. The caller must hold the
 * directory's lock.
 */
export const swapDirectory = (directory: string, replaced: string): void => {
  if (fs.existsSync(directory)) fs.renameSync(directory, replaced);
  fs.renameSync(getRestoredPath(directory), directory);
};

/** Completes a swap that was interrupted between its two steps, so that the shop does not start with empty data. */
export const completeRestore = (directory: string): void => {
  if (!fs.existsSync(directory) && fs.existsSync(getRestoredPath(directory)))
    fs.renameSync(getRestoredPath(directory), directory);
};
