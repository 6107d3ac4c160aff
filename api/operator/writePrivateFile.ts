import fs from 'node:fs';
import { OperatorError, describeReason } from './OperatorError';

const PRIVATE_MODE = 0o600;

/**
 * Writes a file that only its owner can read. It is written under a temporary name and then renamed, so that the file
 * is never incomplete. `write` gets the open descriptor. @throws {OperatorError} if it cannot be written.
 */
export const writePrivateFile = async (file: string, write: (descriptor: number) => Promise<void>): Promise<void> => {
  const temporary = `${file}.${process.pid}.part`;
  let descriptor: number;
  try {
    fs.rmSync(temporary, { force: true });
    descriptor = fs.openSync(temporary, 'wx', PRIVATE_MODE);
  } catch (error) {
    throw new OperatorError('failed', `The file ${file} cannot be written (${describeReason(error)}).`);
  }
  try {
    try {
      await write(descriptor);
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error instanceof OperatorError
      ? error
      : new OperatorError('failed', `The file ${file} cannot be written (${describeReason(error)}).`);
  }
};
