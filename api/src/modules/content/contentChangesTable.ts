import { bigserial, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** A row for each statement that changes what pages show; triggers write them. Kept for a day. */
export const contentChangesTable = pgTable('content_changes', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
});
