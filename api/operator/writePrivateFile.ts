import fs from 'node:fs';
import { OperatorError, reasonOf } from './OperatorError';

const PRIVATE = 0o600;

/** Where the operator stands: `npm run` itself goes to the root. */
export const resolveCwd = (environment: NodeJS.ProcessEnv): string => environment['INIT_CWD'] ?? process.cwd();

/**
 * Writes a file that only its owner reads: under a temporary name, so that the file is either the whole new one or what
 * was there before. `write` gets its open descriptor. @throws {OperatorError} where it cannot be written.
 */
export const writePrivateFile = async (file: string, write: (descriptor: number) => Promise<void>): Promise<void> => {
  const temporary = `${file}.${process.pid}.part`;
  let descriptor: number;
  try {
    fs.rmSync(temporary, { force: true });
    descriptor = fs.openSync(temporary, 'wx', PRIVATE);
  } catch (error) {
    throw new OperatorError('failed', `The file ${file} cannot be written (${reasonOf(error)}).`);
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
      : new OperatorError('failed', `The file ${file} cannot be written (${reasonOf(error)}).`);
  }
};
