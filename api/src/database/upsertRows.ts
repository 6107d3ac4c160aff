import { quote } from './columnNames';
import type { Queryable } from './Database';

interface UpsertOptions {
  readonly conflict: readonly string[];
  /** Columns that are not updated, such as stock, which orders change. */
  readonly keepColumns?: readonly string[];
  /** A column that keeps rows as they are where it is not null, such as `edited_at`. */
  readonly keepIf?: string;
}

/** Inserts or updates rows in one statement. */
export const upsertRows = async (
  database: Queryable,
  table: string,
  rows: readonly Record<string, unknown>[],
  { conflict, keepColumns: keep = [], keepIf }: UpsertOptions,
): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const updated = columns.filter((column) => !conflict.includes(column) && !keep.includes(column));
  const list = columns.map(quote).join(', ');
  const condition = keepIf === undefined ? '' : ` WHERE ${quote(table)}.${quote(keepIf)} IS NULL`;
  const action =
    updated.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${updated.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ')}${condition}`;
  const target = conflict.length === 0 ? '' : `ON CONFLICT (${conflict.map(quote).join(', ')}) DO ${action}`;
  await database.query(
    `INSERT INTO ${quote(table)} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${quote(table)}, $1::json) ${target}`,
    [JSON.stringify(rows)],
  );
};
