import { exitWithReason } from '@shop/server-kit/lifecycle/exitWithReason';
import { syncCatalog } from '../content/syncCatalog';
import { readConfig } from './config';
import { migrateDatabase } from './database/migrateDatabase';
import { openDatabase } from './database/openDatabase';

/** Migrations serve no requests, so a statement may take minutes. */
const MAX_STATEMENT_MS = 600_000;

/** `npm run migrate -w api`: updates schema and catalog once, before several API processes start. */
const migrate = async (): Promise<void> => {
  const config = readConfig(process.env);
  const database = await openDatabase({ ...config, queryTimeoutMs: MAX_STATEMENT_MS });
  try {
    await migrateDatabase(database);
    await syncCatalog(database, config.mediaManifest);
    process.stdout.write('Schema and catalog are up to date.\n');
  } finally {
    await database.close();
  }
};

migrate().catch(exitWithReason);
