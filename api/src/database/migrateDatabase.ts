import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './Database';

const MIGRATION_LOCK = 7_210_411; // any number that only migrations use
const migrationsFolder = path.resolve(__dirname, '../../migrations');

/** Brings the schema up to date; processes that start together take turns. */
export const migrateDatabase = async (database: Database): Promise<void> => {
  const connection = await database.pool.connect();
  try {
    await connection.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(connection), { migrationsFolder });
    await connection.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    connection.release();
  } catch (error) {
    connection.release(true); // with it goes the lock
    throw error;
  }
};
