import { sql } from 'drizzle-orm';
import { check, numeric, pgTable, text } from 'drizzle-orm/pg-core';

/** Display currencies, with their units per US dollar. */
export const currenciesTable = pgTable(
  'currencies',
  { code: text('code').primaryKey(), rate: numeric('rate', { precision: 14, scale: 6 }).notNull() },
  (table) => [check('currencies_rate', sql`${table.rate} > 0`)],
);
