import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const exists = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

interface InstallOptions {
  /** Where unfinished directories are; on the same disk as `directory`. */
  readonly cacheDirectory: string;
  /** Writes all files. Returns false if it cannot, so that nothing is installed. */
  readonly fill: (unfinished: string) => Promise<boolean>;
  /** By default a directory that exists is complete. */
  readonly isComplete?: () => Promise<boolean>;
}

/**
 * Creates a directory under a temporary name and renames it, so that no process sees a part of it. Does nothing if it
 * is complete already. Returns whether it is complete.
 */
export const installDirectory = async (
  directory: string,
  { cacheDirectory, fill, isComplete = () => exists(directory) }: InstallOptions,
): Promise<boolean> => {
  if (await isComplete()) return true;
  const unfinished = path.join(cacheDirectory, `.${crypto.randomUUID()}`);
  await fs.mkdir(unfinished, { recursive: true });
  try {
    if (!(await fill(unfinished))) return false;
    await fs.mkdir(path.dirname(directory), { recursive: true });
    if (!(await isComplete())) await fs.rm(directory, { recursive: true, force: true });
    await fs.rename(unfinished, directory).catch(async (error: unknown) => {
      // Another process on this machine created the same files first.
      if (!(await isComplete())) throw error;
    });
    return true;
  } finally {
    await fs.rm(unfinished, { recursive: true, force: true });
  }
};
