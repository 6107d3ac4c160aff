import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '../config';

/** A running process has the embedded database. */
export class DirectoryInUseError extends StartError {}

/** On Linux a killed process whose parent has not noticed yet still has its number. */
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

const tryTake = (lockFile: string): boolean => {
  try {
    fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};

/**
 * PGlite does not guard its directory, and two processes would corrupt it: one process holds it, by a file beside it.
 * The lock of a process that was killed is taken over. Answers how to release it.
 * @throws {StartError} when a running process holds it.
 */
export const lockDirectory = (directory: string): (() => void) => {
  const lockFile = `${directory}.lock`;
  fs.mkdirSync(path.dirname(lockFile), { recursive: true });
  if (!tryTake(lockFile)) {
    const holder = readHolder(lockFile);
    if (holder !== undefined && isAlive(holder)) {
      throw new DirectoryInUseError(
        `The data directory ${directory} is in use by process ${holder}; stop it, or set DATA_DIR to another directory.`,
      );
    }
    fs.rmSync(lockFile, { force: true });
    if (!tryTake(lockFile))
      throw new DirectoryInUseError(`The data directory ${directory} was taken by another process just now.`);
  }
  return () => {
    if (readHolder(lockFile) === process.pid) fs.rmSync(lockFile, { force: true });
  };
};
