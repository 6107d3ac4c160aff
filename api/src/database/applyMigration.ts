import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';

/**
 * All statements of one try together wait for locks no longer than this. Whoever comes behind a migration that waits
 * for a table waits as well, so the shop stands still for as long: a backup, which reads for an hour, must not make it
 * an hour.
 */
const LOCK_BUDGET_MS = 500;
const LEAST_LOCK_MS = 10;
const RETRY_AFTER_MS = 2_000;
const LONGEST_STATEMENT_MS = 3_600_000;
/** A lock that was not had in time; a deadlock. */
const RETRIED = new Set(['55P03', '40P01']);
const CONCURRENTLY = /\bCONCURRENTLY\b/i;

export interface Patience {
  /** How long a migration tries to get its locks, all tries together. */
  readonly waitMs: number;
  /** Told before each further try. */
  readonly onRetry: (reason: string) => void;
}

/** The shop's own queries are given up after seconds (openDatabase.ts); a migration's are not. */
const run = (connection: pg.PoolClient, text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
  const query = { text, values, query_timeout: LONGEST_STATEMENT_MS };
  return connection.query(query);
};

const note = (connection: pg.PoolClient, { hash, folderMillis }: MigrationMeta) =>
  run(connection, 'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [hash, folderMillis]);

/** In one transaction: all of it or nothing. */
const applyAtOnce = async (connection: pg.PoolClient, migration: MigrationMeta): Promise<void> => {
  await run(connection, 'BEGIN');
  try {
    let waited = 0;
    for (const statement of migration.sql) {
      await run(connection, `SET LOCAL lock_timeout = ${Math.max(LEAST_LOCK_MS, Math.round(LOCK_BUDGET_MS - waited))}`);
      const began = performance.now();
      await run(connection, statement);
      waited += performance.now() - began;
    }
    await note(connection, migration);
    await run(connection, 'COMMIT');
  } catch (error) {
    await run(connection, 'ROLLBACK');
    throw error;
  }
};

/** An index that another try did not finish is there, is kept up to date by every write, and is never used. */
const dropUnfinishedIndexes = async (connection: pg.PoolClient): Promise<void> => {
  const { rows } = await connection.query<{ name: string }>(
    "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid AND indexrelid::regclass::text NOT LIKE 'pg_%'",
  );
  for (const { name } of rows) await run(connection, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
};

/**
 * Outside of a transaction, as PostgreSQL wants it. It waits for its turn as long as it takes: nobody has to wait
 * behind it.
 */
const applyConcurrently = async (connection: pg.PoolClient, migration: MigrationMeta): Promise<void> => {
  await dropUnfinishedIndexes(connection);
  for (const statement of migration.sql) await run(connection, statement);
  await note(connection, migration);
};

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;

/** Applies one migration; where somebody holds a lock on what it changes, lets everybody else pass, and tries again. */
export const applyMigration = async (
  connection: pg.PoolClient,
  migration: MigrationMeta,
  { waitMs, onRetry }: Patience,
): Promise<void> => {
  const apply = migration.sql.some((statement) => CONCURRENTLY.test(statement)) ? applyConcurrently : applyAtOnce;
  for (const until = performance.now() + waitMs; ;) {
    try {
      return await apply(connection, migration);
    } catch (error) {
      if (!RETRIED.has(String(codeOf(error))) || performance.now() >= until) throw error;
      onRetry(error instanceof Error ? error.message : String(error));
      await sleep(RETRY_AFTER_MS);
    }
  }
};
