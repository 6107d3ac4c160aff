import { exitWithReason } from '@shop/server-kit/lifecycle/exitWithReason';
import { readConfig } from './config';
import { openUpdatedDatabase } from './openUpdatedDatabase';

/** `npm run migrate`: updates schema and catalog once, before several API processes start. */
const migrate = async (): Promise<void> => {
  const database = await openUpdatedDatabase(readConfig(process.env));
  await database.close();
  process.stdout.write('Schema and catalog are up to date.\n');
};

migrate().catch(exitWithReason);
