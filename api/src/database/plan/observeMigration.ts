import { runsInTransaction } from '../applyMigration';
import type { Database, Readable } from '../Database';
import { findStrongestMode, type LockMode } from './lockModes';
import type { NamedMigration } from './readMigrations';

/** What a statement does to a table that was there before its migration. */
export interface TouchedTable {
  readonly name: string;
  readonly mode: LockMode;
  readonly isScanned: boolean;
  readonly isRewritten: boolean;
}

export interface ObservedStatement {
  readonly sql: string;
  /** How long it took with empty tables. */
  readonly ms: number;
  readonly tables: readonly TouchedTable[];
}

export interface ObservedMigration {
  readonly name: string;
  readonly isTransaction: boolean;
  readonly statements: readonly ObservedStatement[];
}

interface TableState {
  readonly oid: number;
  readonly name: string;
  /** Another one after the table was rewritten. */
  readonly file: number;
  readonly scans: number;
}

const readTables = async (connection: Readable): Promise<Map<number, TableState>> => {
  const { rows } = await connection.query<TableState>(
    `SELECT c.oid::int, c.relname AS name, c.relfilenode::int AS file, coalesce(s.seq_scan, 0)::int AS scans
     FROM pg_class c LEFT JOIN pg_stat_xact_all_tables s ON s.relid = c.oid
     WHERE c.relkind IN ('r', 'p', 'm') AND c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map((table) => [table.oid, table]));
};

/** Runs a statement in a transaction of its own and reads what it locks from `pg_locks`. */
const observeStatement = async (
  scratch: Database,
  sql: string,
  existing: ReadonlySet<number>,
): Promise<Omit<ObservedStatement, 'sql'>> =>
  scratch.transaction(async (connection) => {
    // An index would hide that rows are checked, because there are none.
    await connection.query(
      'SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_bitmapscan = off',
    );
    const before = await readTables(connection);
    const startedAt = performance.now();
    await connection.query(sql);
    const ms = performance.now() - startedAt;
    const after = await readTables(connection);
    const { rows: locks } = await connection.query<{ oid: number; mode: string }>(
      "SELECT relation::int AS oid, mode FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation'",
    );
    const tables = [...before.values()].flatMap(({ oid, name, file, scans }) => {
      const mode = findStrongestMode(locks.filter((lock) => lock.oid === oid).map((lock) => lock.mode));
      if (mode === undefined || !existing.has(oid)) return [];
      const now = after.get(oid);
      return [
        {
          name,
          mode,
          isScanned: now !== undefined && now.scans > scans,
          isRewritten: now !== undefined && now.file !== file,
        },
      ];
    });
    return { ms, tables: tables.sort((a, b) => a.name.localeCompare(b.name)) };
  });

/**
 * CONCURRENTLY locks the same table as without it, but in another mode (PostgreSQL's manual), and several transactions
 * follow each other, so that `pg_locks` has nothing to read at the end.
 */
const observeConcurrent = async (
  scratch: Database,
  sql: string,
  existing: ReadonlySet<number>,
): Promise<Omit<ObservedStatement, 'sql'>> => {
  if (!/\bCONCURRENTLY\b/i.test(sql)) {
    const startedAt = performance.now();
    await scratch.query(sql);
    return { ms: performance.now() - startedAt, tables: [] };
  }
  const { ms, tables } = await observeStatement(scratch, sql.replace(/\bCONCURRENTLY\b/i, ''), existing);
  return { ms, tables: tables.map((table) => ({ ...table, mode: 'SHARE UPDATE EXCLUSIVE' })) };
};

/** Applies a migration to a scratch database that has the schema before it and no rows, and says what it locks. */
export const observeMigration = async (scratch: Database, migration: NamedMigration): Promise<ObservedMigration> => {
  const isTransaction = runsInTransaction(migration);
  const observe = isTransaction ? observeStatement : observeConcurrent;
  const existing = new Set((await readTables(scratch)).keys());
  const statements: ObservedStatement[] = [];
  for (const sql of migration.sql) statements.push({ sql, ...(await observe(scratch, sql, existing)) });
  return { name: migration.name, isTransaction, statements };
};
