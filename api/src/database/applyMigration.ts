import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';

/**
 * The maximum time that all statements of one attempt wait for locks. Queries queue behind a migration that waits for a
 * table, so the shop stalls for as long: a backup that reads for an hour must not stall it for an hour.
 */
const LOCK_BUDGET_MS = 500;
const MIN_LOCK_TIMEOUT_MS = 10;
const RETRY_AFTER_MS = 2_000;
const MAX_STATEMENT_MS = 3_600_000;
/** Lock timeout and deadlock. */
const RETRYABLE_CODES = new Set(['55P03', '40P01']);
const CONCURRENTLY = /\bCONCURRENTLY\b/i;

export interface RetryOptions {
  /** How long a migration tries to get its locks, over all attempts. */
  readonly waitMs: number;
  /** Called before each retry. */
  readonly onRetry: (reason: string) => void;
}

/** Requests have a query timeout of seconds (openDatabase.ts), which migrations override. */
const run = (connection: pg.PoolClient, text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
  const query = { text, values, query_timeout: MAX_STATEMENT_MS };
  return connection.query(query);
};

const recordMigration = (connection: pg.PoolClient, { hash, folderMillis }: MigrationMeta) =>
  run(connection, 'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [hash, folderMillis]);

/** Applies a migration in one transaction. */
const applyInTransaction = async (connection: pg.PoolClient, migration: MigrationMeta): Promise<void> => {
  await run(connection, 'BEGIN');
  try {
    let waitedMs = 0;
    for (const statement of migration.sql) {
      await run(
        connection,
        `SET LOCAL lock_timeout = ${Math.max(MIN_LOCK_TIMEOUT_MS, Math.round(LOCK_BUDGET_MS - waitedMs))}`,
      );
      const startedAt = performance.now();
      await run(connection, statement);
      waitedMs += performance.now() - startedAt;
    }
    await recordMigration(connection, migration);
    await run(connection, 'COMMIT');
  } catch (error) {
    await run(connection, 'ROLLBACK');
    throw error;
  }
};

/** Drops invalid indexes, which an interrupted attempt leaves behind: writes maintain them, but no query uses them. */
const dropUnfinishedIndexes = async (connection: pg.PoolClient): Promise<void> => {
  const { rows } = await connection.query<{ name: string }>(
    "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid AND indexrelid::regclass::text NOT LIKE 'pg_%'",
  );
  for (const { name } of rows) await run(connection, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
};

/**
 * Applies a migration outside a transaction, as CONCURRENTLY and procedures that commit in batches require. It may wait
 * for as long as necessary, because other queries do not queue behind it.
 */
const applyConcurrently = async (connection: pg.PoolClient, migration: MigrationMeta): Promise<void> => {
  await dropUnfinishedIndexes(connection);
  for (const statement of migration.sql) await run(connection, statement);
  await recordMigration(connection, migration);
};

/** False if a statement cannot run in a transaction: the migration then runs outside of one. */
const runsInTransaction = ({ sql }: MigrationMeta): boolean => !sql.some((statement) => CONCURRENTLY.test(statement));

const readErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;

/** Applies one migration. If it cannot get its locks, it lets other queries pass and tries again. */
export const applyMigration = async (
  connection: pg.PoolClient,
  migration: MigrationMeta,
  { waitMs, onRetry }: RetryOptions,
): Promise<void> => {
  const apply = runsInTransaction(migration) ? applyInTransaction : applyConcurrently;
  for (const deadline = performance.now() + waitMs; ;) {
    try {
      return await apply(connection, migration);
    } catch (error) {
      if (!RETRYABLE_CODES.has(String(readErrorCode(error))) || performance.now() >= deadline) throw error;
      onRetry(error instanceof Error ? error.message : String(error));
      await sleep(RETRY_AFTER_MS);
    }
  }
};
