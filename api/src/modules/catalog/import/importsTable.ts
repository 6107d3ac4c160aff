import { jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** Imports of product files, and what they have changed, so that they can be undone. */
export const importsTable = pgTable('imports', {
  id: serial('id').primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  /** Actor of the audit. */
  actor: jsonb('actor').notNull(),
  fileName: text('file_name').notNull(),
  /** `applied` or `undone`. */
  state: text('state').notNull(),
  /** How many products were created and changed, and how many were as the file says. */
  totals: jsonb('totals').notNull(),
  /** UndoRecord of planUndo.ts; null if it was too large to be kept. */
  before: jsonb('before'),
  undoneAt: timestamp('undone_at', { withTimezone: true }),
});
