import fs from 'node:fs';
import { OperatorError, describeReason } from '../OperatorError';

const GZIP = Buffer.from([0x1f, 0x8b]);

export const createDamagedError = (file: string): OperatorError =>
  new OperatorError('refused', `The file ${file} is incomplete or not a backup of this shop: nothing was changed.`);

export const createTooNewError = (file: string): OperatorError =>
  new OperatorError('refused', `The file ${file} is a backup of a newer release than this one: nothing was changed.`);

/** Reads a compressed file. @throws {OperatorError} if it is none. */
export const readCompressed = (file: string): Buffer => {
  let content: Buffer;
  try {
    content = fs.readFileSync(file);
  } catch (error) {
    throw new OperatorError('failed', `The file ${file} cannot be read (${describeReason(error)}).`);
  }
  if (!content.subarray(0, GZIP.length).equals(GZIP)) throw createDamagedError(file);
  return content;
};
