import fs from 'node:fs';
import { OperatorError, describeReason } from '../OperatorError';

type BackupKind = 'postgresql' | 'pglite';

const SIGNATURES: Readonly<Record<BackupKind, Buffer>> = {
  postgresql: Buffer.from('PGDMP'),
  pglite: Buffer.from([0x1f, 0x8b]),
};
const NAMES: Readonly<Record<BackupKind, string>> = { postgresql: 'PostgreSQL', pglite: 'the embedded database' };

export const createDamagedError = (file: string): OperatorError =>
  new OperatorError('refused', `The file ${file} is incomplete or not a backup of this shop: nothing was changed.`);

export const createTooNewError = (file: string): OperatorError =>
  new OperatorError('refused', `The file ${file} is a backup of a newer release than this one: nothing was changed.`);

const readStart = (file: string, length: number): Buffer => {
  try {
    const descriptor = fs.openSync(file, 'r');
    try {
      const beginning = Buffer.alloc(length);
      return beginning.subarray(0, fs.readSync(descriptor, beginning, 0, length, 0));
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    throw new OperatorError('failed', `The file ${file} cannot be read (${describeReason(error)}).`);
  }
};

/** @throws {OperatorError} if the file does not have the signature of a backup of this kind of database. */
export const requireKind = (file: string, kind: BackupKind): void => {
  const hasSignature = (other: BackupKind): boolean =>
    readStart(file, SIGNATURES[other].length).equals(SIGNATURES[other]);
  if (hasSignature(kind)) return;
  const other = kind === 'pglite' ? 'postgresql' : 'pglite';
  if (hasSignature(other))
    throw new OperatorError(
      'refused',
      `The file ${file} is a backup of ${NAMES[other]}, and this shop runs on ${NAMES[kind]}: nothing was changed.`,
    );
  throw createDamagedError(file);
};
