import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { StartError } from '../config';
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

/** Whether the schema is the one of this code, where another step brings it up to date. @throws {StartError} */
export const requireSchema = async (database: Database): Promise<void> => {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
  const known = await database.query<{ at: string | null }>('SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations').catch(() => undefined);
  if (Number(known?.rows[0]?.at ?? 0) < newest) throw new StartError('The database is not at the schema of this code yet: run npm run migrate -w api, then start again.');
};
