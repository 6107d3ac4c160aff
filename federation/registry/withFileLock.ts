import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const STALE_AFTER_MS = 10_000;
const GIVE_UP_AFTER_MS = 15_000;
const RETRY_MS = 20;

const isStale = async (lockFile: string): Promise<boolean> => {
  const stat = await fs.stat(lockFile).catch(() => undefined);
  return stat !== undefined && Date.now() - stat.mtimeMs > STALE_AFTER_MS;
};

const isTaken = (error: unknown): boolean => typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';

/** Runs a change while no other process runs one under the same lock file. A lock left by a killed process expires. */
export const withFileLock = async <T>(lockFile: string, change: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      await (await fs.open(lockFile, 'wx')).close();
      break;
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (await isStale(lockFile)) await fs.rm(lockFile, { force: true });
      else if (Date.now() > deadline) throw new Error(`${lockFile} is held by another process`, { cause: error });
      else await sleep(RETRY_MS);
    }
  }
  try {
    return await change();
  } finally {
    await fs.rm(lockFile, { force: true });
  }
};
