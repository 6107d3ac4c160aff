import { syncCatalogue } from '../seeds/syncCatalogue';
import { buildApp } from './buildApp';
import { readConfig, StartError } from './config';
import type { Database } from './database/Database';
import { migrateDatabase } from './database/migrateDatabase';
import { openDatabase } from './database/openDatabase';
import { createMailTransport } from './modules/mail/createMailTransport';
import { startMailQueue } from './modules/mail/startMailQueue';
import { startCleaning } from './startCleaning';

const clock = { now: () => new Date() };

const isPortTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const database: Database = await openDatabase(config);
  try {
    await migrateDatabase(database);
    await syncCatalogue(database, config.mediaManifest);
    const app = await buildApp({ database, clock, config, logger: { level: config.logLevel } });
    const onError = (error: unknown): void => app.log.warn(String(error));
    const queue = startMailQueue({ database, clock, transport: createMailTransport(config), onError });
    const cleaning = startCleaning({ database, clock, config, onError });
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw isPortTaken(error) ? new StartError(`Port ${config.port} is taken. Stop what listens there, or choose another with API_PORT.`) : error;
    });
    const stop = async (): Promise<void> => {
      await app.close();
      cleaning.stop();
      await queue.stop();
      await database.close();
      process.exit(0);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  } catch (error) {
    await database.close();
    throw error;
  }
};

start().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
