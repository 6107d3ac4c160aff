import fs from 'node:fs';
import { StartError, type ApiConfig } from '../src/config';
import type { Database } from '../src/database/Database';
import { DirectoryInUseError } from '../src/database/directoryLock';
import { openDatabase } from '../src/database/openDatabase';
import { readSchemaState, type SchemaState } from '../src/database/schemaState';
import { getRestoredPath } from '../src/database/swapDirectory';
import { OperatorError } from './OperatorError';

/** What no shopper waits for may take its time. */
const QUERY_TIMEOUT_MS = 300_000;

type Place = Pick<ApiConfig, 'databaseUrl' | 'dataDirectory'>;

const REFUSALS: Readonly<Record<SchemaState, string | undefined>> = {
  current: undefined,
  none: 'There is no shop in this database yet: start it once with npm start.',
  older: 'The database is older than this code: start the shop once, which brings it up to date.',
  newer: 'The database is newer than this code: use the release that wrote it.',
};

/** What to do when the embedded database is taken, behind the sentence that says so. */
export const explainInUse = (error: unknown): unknown =>
  error instanceof DirectoryInUseError
    ? new StartError(
        `${error.message} The embedded database serves one process: stop the shop first, or run it on PostgreSQL (DATABASE_URL).`,
      )
    : error;

/** The database whatever its schema is. */
export const openAnyDatabase = async (place: Place): Promise<Database> => {
  try {
    return await openDatabase({ ...place, queryTimeoutMs: QUERY_TIMEOUT_MS });
  } catch (error) {
    throw explainInUse(error);
  }
};

/** Whether there is an embedded database: opening it would make one. */
export const hasEmbeddedDatabase = (directory: string): boolean =>
  [directory, getRestoredPath(directory)].some((folder) => fs.existsSync(folder) && fs.readdirSync(folder).length > 0);

/**
 * The shop's database, as it is: a command changes no schema.
 * @throws {OperatorError} where its schema is not this code's.
 */
export const openOperatorDatabase = async (place: Place): Promise<Database> => {
  const none = new OperatorError('refused', REFUSALS.none ?? '');
  if (place.databaseUrl === undefined && !hasEmbeddedDatabase(place.dataDirectory)) throw none;
  const database = await openAnyDatabase(place);
  try {
    const refusal = REFUSALS[await readSchemaState(database)];
    if (refusal === undefined) return database;
    throw new OperatorError('refused', refusal);
  } catch (error) {
    await database.close();
    throw error;
  }
};
