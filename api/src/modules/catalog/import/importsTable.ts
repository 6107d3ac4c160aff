import { customType, integer, jsonb, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** Imports of product files, their plans, and what they have changed, so that they can be undone. */
export const importsTable = pgTable('imports', {
  id: serial('id').primaryKey(),
  /** When its file came, or it was applied. */
  at: timestamp('at', { withTimezone: true }).notNull(),
  /** Actor of the audit: who brought the file, or applied it. */
  actor: jsonb('actor').notNull(),
  fileName: text('file_name').notNull(),
  /** ImportState of the contracts. */
  state: text('state').notNull(),
  /** How many products are created and changed, and how many are as the file says. */
  totals: jsonb('totals').notNull(),
  /** UndoRecord of planUndo.ts; null if it was too large to be kept, or is too old. */
  before: jsonb('before'),
  undoneAt: timestamp('undone_at', { withTimezone: true }),
  /** Who undoes it. */
  undoneBy: jsonb('undone_by'),
  /** ImportOptions of planImport.ts. */
  options: jsonb('options').notNull().default({}),
  /** StoredPlan of importsRepository.ts; its changes are in `import_pages`. */
  plan: jsonb('plan'),
  /** A sentence: why it failed, waits, or was not undone. */
  error: text('error').notNull().default(''),
  /** Raised when other options are chosen: what was planned with those before is worth nothing. */
  revision: integer('revision').notNull().default(0),
  /** Products that are done, of `total`. */
  done: integer('done').notNull().default(0),
  total: integer('total').notNull().default(0),
  /** How often somebody began what is to be done and did not end: a file may end the process. */
  attempts: integer('attempts').notNull().default(0),
  /** When something is to be done, or again if whoever does it has died. Null for what the terminal imports. */
  nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
});

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const importId = () =>
  integer('import_id')
    .notNull()
    .references(() => importsTable.id, { onDelete: 'cascade' });

/** Files that wait to be applied, in parts: a file as a whole would have to be decoded at once. */
export const importFilesTable = pgTable(
  'import_files',
  { importId: importId(), position: integer('position').notNull(), content: bytea('content').notNull() },
  (table) => [primaryKey({ columns: [table.importId, table.position] })],
);

/** What a plan creates and changes, fifty products a page. */
export const importPagesTable = pgTable(
  'import_pages',
  {
    importId: importId(),
    page: integer('page').notNull(),
    /** ImportChange of the contracts. */
    changes: jsonb('changes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.page] })],
);
