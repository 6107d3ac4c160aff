import fs from 'node:fs';
import { OperatorError, describeReason } from './OperatorError';

const PRIVATE_MODE = 0o600;
/** What file systems without hard links answer, such as FAT and some network drives. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

const createExistsError = (file: string): OperatorError =>
  new OperatorError(
    'refused',
    `The file ${file} exists already: it was not changed. Name another one, or move it away.`,
  );

/** @throws {OperatorError} if there is such a file, or a link of that name. */
export const requireNewFile = (file: string): void => {
  if (fs.lstatSync(file, { throwIfNoEntry: false })) throw createExistsError(file);
};

/** Renames a file unless the name is taken, which a rename would replace. */
const renameToNew = (temporary: string, file: string): void => {
  try {
    fs.linkSync(temporary, file);
  } catch (error) {
    if (!NO_LINKS.includes(describeReason(error))) throw error;
    fs.closeSync(fs.openSync(file, 'wx', PRIVATE_MODE)); // an empty file takes the name
    return fs.renameSync(temporary, file);
  }
  fs.rmSync(temporary);
};

const toOperatorError = (file: string, error: unknown): OperatorError => {
  if (error instanceof OperatorError) return error;
  const reason = describeReason(error);
  return reason === 'EEXIST'
    ? createExistsError(file)
    : new OperatorError('failed', `The file ${file} cannot be written (${reason}).`);
};

/**
 * Writes a file that only its owner can read. It is written under a temporary name and then gets its own, so that the
 * file is never incomplete. `write` gets the open descriptor. @throws {OperatorError} if it cannot be written, or with
 * `mustBeNew` if it exists.
 */
export const writePrivateFile = async (
  file: string,
  write: (descriptor: number) => Promise<void>,
  { mustBeNew = false } = {},
): Promise<void> => {
  if (mustBeNew) requireNewFile(file);
  const temporary = `${file}.${process.pid}.part`;
  let descriptor: number;
  try {
    fs.rmSync(temporary, { force: true });
    descriptor = fs.openSync(temporary, 'wx', PRIVATE_MODE);
  } catch (error) {
    throw toOperatorError(file, error);
  }
  try {
    try {
      await write(descriptor);
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
    if (mustBeNew) renameToNew(temporary, file);
    else fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw toOperatorError(file, error);
  }
};
