import { exitWithReason } from '@shop/server-kit/lifecycle/exitWithReason';
import { readConfig } from './config';
import { openDatabase } from './database/openDatabase';

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
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
