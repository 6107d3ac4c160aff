import { LOCK_BUDGET_MS } from '../applyMigration';
import type { Database } from '../Database';
import { quote } from '../columnNames';

/** Leaves time to end the transaction within the budget. */
const MAX_READ_MS = LOCK_BUDGET_MS - 100;
const QUERY_CANCELED = '57014';

export interface TableSize {
  readonly rows: number;
  readonly bytes: number;
  /** How long it takes to read all rows. */
  readonly readMs: number;
  /** False if reading was ended after `readMs`. */
  readonly isComplete: boolean;
}

const isCanceled = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === QUERY_CANCELED;

/** Runs a query that cannot change anything, and holds its lock, which nobody waits for, for less than the budget. */
const readBriefly = <T extends object>(database: Database, sql: string, values: unknown[] = []): Promise<T[]> =>
  database.transaction(async (connection) => {
    await connection.query(`SET TRANSACTION READ ONLY; SET LOCAL statement_timeout = ${MAX_READ_MS}`);
    await connection.query(
      'SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_indexscan = off; SET LOCAL max_parallel_workers_per_gather = 0',
    );
    return (await connection.query<T>(sql, values)).rows;
  });

/** Measures a table of the shop. Returns undefined if there is no such table. */
export const measureTable = async (shop: Database, name: string): Promise<TableSize | undefined> => {
  const table = `public.${quote(name)}`;
  const [statistics] = await readBriefly<{ rows: number; bytes: number }>(
    shop,
    `SELECT greatest(reltuples, 0)::float AS rows, relpages::float * current_setting('block_size')::int AS bytes
     FROM pg_class WHERE oid = to_regclass($1)`,
    [table],
  );
  if (!statistics) return undefined;
  const startedAt = performance.now();
  try {
    const [counted] = await readBriefly<{ rows: number; bytes: number }>(
      shop,
      `SELECT count(*)::int AS rows, pg_table_size($1)::float AS bytes FROM ${table}`,
      [table],
    );
    return { ...statistics, ...counted, readMs: performance.now() - startedAt, isComplete: true };
  } catch (error) {
    if (!isCanceled(error)) throw error;
    return { ...statistics, readMs: MAX_READ_MS, isComplete: false };
  }
};
