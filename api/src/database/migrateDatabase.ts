import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import { applyMigration, type RetryOptions } from './applyMigration';
import type { Database } from './Database';
import { MigrationError } from './MigrationError';
import { alterRole, requireRoleSettings } from './roleSettings';

const MIGRATION_LOCK = 7_210_411; // any number that only migrations use
const migrationsFolder = path.resolve(__dirname, '../../migrations');

/** The lock is polled: a query that waits for it would hold a snapshot, for which CREATE INDEX CONCURRENTLY waits. */
const LOCK_POLL_INTERVAL_MS = 100;

const acquireMigrationLock = async (connection: pg.PoolClient): Promise<void> => {
  for (;;) {
    const { rows } = await connection.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.mine) return;
    await sleep(LOCK_POLL_INTERVAL_MS);
  }
};

/** Returns the timestamp of the newest applied migration, from the table that drizzle maintains. */
const readNewestMigration = async (connection: pg.PoolClient): Promise<number> => {
  await connection.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await connection.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  const { rows } = await connection.query<{ at: string | null }>(
    'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.at ?? 0);
};

interface MigrationOptions extends Partial<RetryOptions> {
  readonly folder?: string;
}

/** As long as the backup of a large shop takes; requests are served meanwhile. */
const MAX_LOCK_WAIT_MS = 2 * 3_600_000;

/** Applies pending migrations one by one. An advisory lock serializes processes that start together. */
export const migrateDatabase = async (
  database: Database,
  {
    folder = migrationsFolder,
    waitMs = MAX_LOCK_WAIT_MS,
    onRetry = (reason) => console.warn(`A migration is waiting: ${reason}. Retrying.`),
  }: MigrationOptions = {},
): Promise<void> => {
  const connection = await database.pool.connect();
  try {
    await acquireMigrationLock(connection);
    await connection.query('SET statement_timeout = 0');
    const newest = await readNewestMigration(connection);
    for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
      if (migration.folderMillis <= newest) continue;
      await applyMigration(connection, migration, { waitMs, onRetry }).catch((error: unknown) => {
        throw error instanceof pg.DatabaseError ? new MigrationError(error.message, { cause: error }) : error;
      });
    }
    if (database.kind === 'postgresql') await alterRole(connection);
    await connection.query('RESET statement_timeout');
    await connection.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    connection.release();
  } catch (error) {
    connection.release(true); // also releases the lock
    throw error;
  }
};

/** @throws {StartError} if a migration of this version was not applied, or the role lacks its settings. */
export const requireSchema = async (database: Database): Promise<void> => {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
  const applied = await database
    .query<{ at: string | null }>('SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations')
    .catch(() => undefined);
  if (Number(applied?.rows[0]?.at ?? 0) < newest)
    throw new StartError(
      'The database schema is older than this version of the code: run npm run migrate, then start again.',
    );
  await requireRoleSettings(database);
};
