import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { StartError } from '../config';
import { applyMigration, type Patience } from './applyMigration';
import type { Database } from './Database';

const MIGRATION_LOCK = 7_210_411; // any number that only migrations use
const migrationsFolder = path.resolve(__dirname, '../../migrations');

/**
 * Turns are asked for again and again: whoever waited in a query would hold a snapshot, which an index that is made
 * CONCURRENTLY waits for.
 */
const LOOK_AGAIN_AFTER_MS = 100;

const takeTurn = async (connection: pg.PoolClient): Promise<void> => {
  for (;;) {
    const { rows } = await connection.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.mine) return;
    await sleep(LOOK_AGAIN_AFTER_MS);
  }
};

/** When the newest migration that was applied was made; the table is the one that drizzle keeps. */
const readNewest = async (connection: pg.PoolClient): Promise<number> => {
  await connection.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await connection.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  const { rows } = await connection.query<{ at: string | null }>(
    'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.at ?? 0);
};

interface Migrating extends Partial<Patience> {
  readonly folder?: string;
}

/** A backup of a large shop takes as long; nobody who shops waits for it. */
const MIGRATION_WAITS_MS = 2 * 3_600_000;

/** Brings the schema up to date, each migration by itself; processes that start together take turns. */
export const migrateDatabase = async (
  database: Database,
  {
    folder = migrationsFolder,
    waitMs = MIGRATION_WAITS_MS,
    onRetry = (reason) => console.warn(`A migration waits: ${reason}. It tries again.`),
  }: Migrating = {},
): Promise<void> => {
  const connection = await database.pool.connect();
  try {
    await takeTurn(connection);
    await connection.query('SET statement_timeout = 0');
    const newest = await readNewest(connection);
    for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
      if (migration.folderMillis > newest) await applyMigration(connection, migration, { waitMs, onRetry });
    }
    await connection.query('RESET statement_timeout');
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
  const known = await database
    .query<{ at: string | null }>('SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations')
    .catch(() => undefined);
  if (Number(known?.rows[0]?.at ?? 0) < newest)
    throw new StartError(
      'The database is not at the schema of this code yet: run npm run migrate -w api, then start again.',
    );
};
