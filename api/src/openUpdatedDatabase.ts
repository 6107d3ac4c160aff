import type { ApiConfig } from './config';
import type { Database } from './database/Database';
import { openForJob, type DatabaseLocation } from './database/openDatabase';

/** Migrations serve no requests, so a statement may take minutes. */
const MAX_STATEMENT_MS = 600_000;

/** Opens the database for a job, applies pending migrations, and writes changed content. */
export const openUpdatedDatabase = async (
  config: DatabaseLocation & Pick<ApiConfig, 'mediaManifest'>,
): Promise<Database> => {
  const database = await openForJob(config, MAX_STATEMENT_MS);
  try {
    // Loading these is slow, so fail first if the database cannot be opened (security.md 6.6).
    const [{ migrateDatabase }, { syncCatalog }] = await Promise.all([
      import('./database/migrateDatabase'),
      import('../content/syncCatalog'),
    ]);
    await migrateDatabase(database);
    await syncCatalog(database, config.mediaManifest);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};
