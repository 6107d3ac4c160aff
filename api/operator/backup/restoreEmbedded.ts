import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Actor } from '../../src/audit/Actor';
import { lockDirectory } from '../../src/database/directoryLock';
import { openDirectory, openEmbedded } from '../../src/database/openDatabase';
import { readSchemaState } from '../../src/database/schemaState';
import { completeRestore, getRestoredPath, swapDirectory } from '../../src/database/swapDirectory';
import { explainInUse, hasEmbeddedDatabase } from '../openOperatorDatabase';
import { OperatorError } from '../OperatorError';
import { createDamagedError, createTooNewError, readCompressed } from './backupFile';
import { describeRestoredMails } from './describeRestoredMails';
import { logBackup } from './logBackup';
import { requireReplaceable } from './requireReplaceable';

/** Parameters of a restore. */
interface EmbeddedRestore {
  readonly dataDirectory: string;
  readonly file: string;
  /** True to replace existing orders and accounts. */
  readonly replace: boolean;
  readonly actor: Actor;
  readonly now: Date;
  readonly print: (line: string) => void;
}

const TAR_BLOCK = 512;

/** True if a tar archive is complete and contains a data directory. */
const isDataDirectory = (archive: Buffer): boolean => {
  let hasVersion = false;
  for (let offset = 0; offset + TAR_BLOCK <= archive.length;) {
    const [name = ''] = archive.toString('utf8', offset, offset + 100).split('\0', 1);
    if (name === '') return hasVersion; // an empty block ends the archive
    if (/^(\.?\/)?PG_VERSION$/.test(name)) hasVersion = true;
    const size = parseInt(archive.toString('latin1', offset + 124, offset + 136), 8);
    if (Number.isNaN(size)) return false;
    offset += TAR_BLOCK * (1 + Math.ceil(size / TAR_BLOCK));
  }
  return hasVersion;
};

const readArchive = async (file: string): Promise<Buffer> => {
  const archive = await promisify(gunzip)(readCompressed(file)).catch(() => undefined);
  if (!archive || !isDataDirectory(archive)) throw createDamagedError(file);
  return archive;
};

/**
 * Unpacks an archive into a separate directory and verifies the database. Returns what to know before the API starts.
 */
const unpack = async (archive: Buffer, directory: string, { file, actor, now }: EmbeddedRestore): Promise<string[]> => {
  const database = await openEmbedded({ dataDirectory: directory, snapshot: archive }).catch(() => {
    throw createDamagedError(file);
  });
  try {
    const state = await readSchemaState(database);
    if (state === 'newer') throw createTooNewError(file);
    if (state === 'none') throw createDamagedError(file);
    await logBackup(database, { actor, action: 'backup.restored', subject: path.basename(file) }, now);
    return await describeRestoredMails(database, state);
  } finally {
    await database.close();
  }
};

const requireReplaceableDirectory = async (directory: string, replace: boolean): Promise<void> => {
  if (replace || !hasEmbeddedDatabase(directory)) return;
  const reuseLock = (): (() => void) => () => undefined; // this process already holds the lock
  const { database } = await openDirectory(directory, reuseLock).catch((error: unknown) => {
    throw new OperatorError(
      'refused',
      `${error instanceof Error ? error.message : String(error)} Add --replace to put the backup in its place.`,
    );
  });
  try {
    await requireReplaceable(database, replace);
  } finally {
    await database.close();
  }
};

/** Unpacks a backup next to the data directory, then swaps them. The old directory is kept under another name. */
export const restoreEmbedded = async (restore: EmbeddedRestore): Promise<void> => {
  const { dataDirectory: directory, file, replace, now, print } = restore;
  const archive = await readArchive(file);
  let release: () => void;
  try {
    release = lockDirectory(directory);
  } catch (error) {
    throw explainInUse(error);
  }
  const unpacked = `${directory}.unpacking-${process.pid}`;
  try {
    completeRestore(directory);
    await requireReplaceableDirectory(directory, replace);
    fs.rmSync(getRestoredPath(directory), { recursive: true, force: true });
    const notes = await unpack(archive, unpacked, restore);
    fs.renameSync(unpacked, getRestoredPath(directory));
    const replaced = `${directory}.replaced-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`;
    const isReplacing = fs.existsSync(directory);
    swapDirectory(directory, replaced);
    print(
      `Restored ${file} into ${directory}.${isReplacing ? ` What was there is in ${replaced}: delete it when nothing is missing.` : ''}`,
    );
    for (const note of notes) print(note);
  } finally {
    fs.rmSync(unpacked, { recursive: true, force: true });
    release();
  }
};
