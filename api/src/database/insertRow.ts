import type { PgTable } from 'drizzle-orm/pg-core';
import { quote, toColumn } from './columnNames';
import type { Queryable } from './Database';

/**
 * Inserts a row with the fields of a drizzle table: `insertRow<typeof sessionsTable>(database, 'sessions', row)`. Only
 * the type of the table is used, drizzle is not loaded (decision 0044). Pass no objects with other fields: each one
 * becomes a column. `onConflict` is an SQL clause; returns false if it prevented the insertion.
 */
export const insertRow = async <Table extends PgTable = never>(
  database: Queryable,
  table: Table['_']['name'],
  row: Table['$inferInsert'],
  onConflict = '',
): Promise<boolean> => {
  const fields = Object.keys(row);
  const columns = fields.map((field) => quote(toColumn(field)));
  const placeholders = fields.map((_, index) => `$${index + 1}`);
  const inserted = await database.query(
    `INSERT INTO ${quote(table)} (${columns.join(', ')}) VALUES (${placeholders.join(', ')}) ${onConflict}`,
    Object.values(row),
  );
  return inserted.rowCount === 1;
};
