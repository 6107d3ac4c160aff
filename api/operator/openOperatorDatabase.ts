import fs from 'node:fs';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import type { Database } from '../src/database/Database';
import { DirectoryInUseError } from '../src/database/directoryLock';
import { openForJob, type DatabaseLocation } from '../src/database/openDatabase';
import { readSchemaState, type SchemaState } from '../src/database/schemaState';
import { getRestoredPath } from '../src/database/swapDirectory';
import { OperatorError } from './OperatorError';

/** Commands are not requests, so queries may take minutes. */
const QUERY_TIMEOUT_MS = 300_000;

const REFUSALS: Readonly<Record<SchemaState, string | undefined>> = {
  current: undefined,
  none: 'This database has no shop yet: start it once with npm start.',
  older: 'The database is older than this version: npm run migrate updates it.',
  newer: 'The database is newer than this version: use the release that wrote it.',
};

/** Adds advice to the error of a locked embedded database. */
export const explainInUse = (error: unknown): unknown =>
  error instanceof DirectoryInUseError
    ? new StartError(
        `${error.message} The embedded database serves one process: stop the shop first, or run it on PostgreSQL (DATABASE_URL).`,
      )
    : error;

/** Opens the database without checking its schema. */
export const openAnyDatabase = async (location: DatabaseLocation): Promise<Database> => {
  try {
    return await openForJob(location, QUERY_TIMEOUT_MS);
  } catch (error) {
    throw explainInUse(error);
  }
};

/** True if an embedded database exists. Opening a missing one would create it. */
export const hasEmbeddedDatabase = (directory: string): boolean =>
  [directory, getRestoredPath(directory)].some((folder) => fs.existsSync(folder) && fs.readdirSync(folder).length > 0);

/**
 * Opens the shop's database without migrating it.
 * @throws {OperatorError} if its schema does not match this version.
 */
export const openOperatorDatabase = async (location: DatabaseLocation): Promise<Database> => {
  const missingShop = new OperatorError('refused', REFUSALS.none ?? '');
  if (location.databaseUrl === undefined && !hasEmbeddedDatabase(location.dataDirectory)) throw missingShop;
  const database = await openAnyDatabase(location);
  try {
    const refusal = REFUSALS[await readSchemaState(database)];
    if (refusal === undefined) return database;
    throw new OperatorError('refused', refusal);
  } catch (error) {
    await database.close();
    throw error;
  }
};
