import { exitWithReason } from '@shop/server-kit/lifecycle/exitWithReason';
import { readConfig, type ApiConfig } from './config';
import type { Database } from './database/Database';
import { openDatabase } from './database/openDatabase';
import { openUpdatedDatabase } from './openUpdatedDatabase';

/** PostgreSQL is opened again, because settings of the role apply to new connections only. */
const openMigrated = async (config: ApiConfig): Promise<Database> => {
  const database = await openUpdatedDatabase(config);
  if (database.kind === 'pglite') return database;
  await database.close();
  return openDatabase(config);
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const database = config.migrateOnStart ? await openMigrated(config) : await openDatabase(config);
  try {
    // Loading the rest is slow, so fail first if the database cannot be opened (security.md 6.6).
    const { serve } = await import('./serve');
    await serve(config, database);
  } catch (error) {
    await database.close();
    throw error;
  }
};

start().catch(exitWithReason);
