import type { ApiConfig } from './config';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import type { Database } from './database/Database';
import { MigrationError } from './database/MigrationError';
import { openForJob, type DatabaseLocation } from './database/openDatabase';

/** Migrations serve no requests, so a statement may take minutes. */
const MAX_STATEMENT_MS = 600_000;

const explainFailure = ({ message }: MigrationError, { databaseUrl, dataDirectory }: DatabaseLocation): StartError =>
  new StartError(
    databaseUrl === undefined
      ? `This version cannot migrate the database in ${dataDirectory} (${message}). Run the version that wrote it, or move it away to start with an empty one: mv "${dataDirectory}" "${dataDirectory}-old"`
      : `This version cannot migrate the database (${message}). Run the version that wrote it, or restore a backup.`,
  );

/** Opens the database for a job, applies pending migrations, and writes the demonstration if it has changed. */
export const openUpdatedDatabase = async (
  config: DatabaseLocation & Pick<ApiConfig, 'mediaManifest' | 'seed'>,
): Promise<Database> => {
  const database = await openForJob(config, MAX_STATEMENT_MS);
  try {
    // Loading these is slow, so fail first if the database cannot be opened (security.md 6.6).
    const [{ migrateDatabase }, { syncCatalog, syncCurrencies }] = await Promise.all([
      import('./database/migrateDatabase'),
      import('../content/syncCatalog'),
    ]);
    await migrateDatabase(database);
    await (config.seed === 'demo' ? syncCatalog(database, config.mediaManifest) : syncCurrencies(database));
    return database;
  } catch (error) {
    await database.close();
    throw error instanceof MigrationError ? explainFailure(error, config) : error;
  }
};
