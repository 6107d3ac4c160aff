import fs from 'node:fs';
import { exitWithReason } from '@shop/server-kit/lifecycle/exitWithReason';
import { readConfig, type ApiConfig } from './config';
import type { Database } from './database/Database';
import { openEmbedded, openForJob } from './database/openDatabase';
import type { PlanSelection } from './database/plan/planMigrations';
import { parseMigrateArguments } from './migrateArguments';
import { openUpdatedDatabase } from './openUpdatedDatabase';

const QUERY_TIMEOUT_MS = 10_000;

/** Opens the database as it is. A plan creates none, so one that does not exist yet is empty and in memory. */
const openForPlan = (config: ApiConfig): Promise<Database> =>
  config.databaseUrl === undefined && !fs.existsSync(config.dataDirectory)
    ? openEmbedded({})
    : openForJob(config, QUERY_TIMEOUT_MS);

const printPlan = async (config: ApiConfig, selection: PlanSelection): Promise<void> => {
  const [{ planMigrations }, { formatPlan }] = await Promise.all([
    import('./database/plan/planMigrations'),
    import('./database/plan/formatPlan'),
  ]);
  const shop = await openForPlan(config);
  try {
    process.stdout.write(formatPlan(await planMigrations(shop, selection)));
  } finally {
    await shop.close();
  }
};

/**
 * `npm run migrate`: updates schema and catalog once, before several API processes start. With `--plan` it changes
 * nothing and says what the migrations lock.
 */
const migrate = async (): Promise<void> => {
  const selection = parseMigrateArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  if (selection !== undefined) return printPlan(config, selection);
  const database = await openUpdatedDatabase(config);
  await database.close();
  process.stdout.write('Schema and catalog are up to date.\n');
};

migrate().catch(exitWithReason);
