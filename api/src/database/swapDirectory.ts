import fs from 'node:fs';

/** A whole data directory that waits to take the other one's place. */
export const restoredDirectory = (directory: string): string => `${directory}.restored`;

/**
 * Puts a restored data directory, complete in `restoredDirectory`, where the present one is. The present one is moved
 * to `replaced`. Whoever holds the directory's lock calls it.
 */
export const swapDirectory = (directory: string, replaced: string): void => {
  if (fs.existsSync(directory)) fs.renameSync(directory, replaced);
  fs.renameSync(restoredDirectory(directory), directory);
};

/**
 * A process may have died between the two steps of a swap: a shop that starts then must not begin with an empty
 * directory.
 */
export const completeRestore = (directory: string): void => {
  if (!fs.existsSync(directory) && fs.existsSync(restoredDirectory(directory)))
    fs.renameSync(restoredDirectory(directory), directory);
};
