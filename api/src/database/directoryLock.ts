import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '@shop/server-kit/lifecycle/StartError';

/** The data directory is locked by another running process. */
export class DirectoryInUseError extends StartError {}

/** On Linux a killed process keeps its PID until its parent has reaped it. */
const isZombie = (pid: number): boolean => {
  try {
    return /^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const readHolder = (lockFile: string): number | undefined => {
  try {
    const pid = Number(fs.readFileSync(lockFile, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
};

const tryCreateLock = (lockFile: string): boolean => {
  try {
    fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};

/**
 * Locks a data directory by a file next to it, because PGlite does not, and two processes would corrupt the data. The
 * lock of a dead process is taken over. Returns a function that releases the lock.
 * @throws {StartError} if another running process holds the lock.
 */
export const lockDirectory = (directory: string): (() => void) => {
  const lockFile = `${directory}.lock`;
  fs.mkdirSync(path.dirname(lockFile), { recursive: true });
  if (!tryCreateLock(lockFile)) {
    const holder = readHolder(lockFile);
    if (holder !== undefined && isAlive(holder)) {
      throw new DirectoryInUseError(
        `The data directory ${directory} is in use by process ${holder}; stop it, or set DATA_DIR to another directory.`,
      );
    }
    fs.rmSync(lockFile, { force: true });
    if (!tryCreateLock(lockFile))
      throw new DirectoryInUseError(`The data directory ${directory} was taken by another process just now.`);
  }
  return () => {
    if (readHolder(lockFile) === process.pid) fs.rmSync(lockFile, { force: true });
  };
};
