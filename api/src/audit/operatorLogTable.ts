import { index, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** What operators did before there was the audit log. Read for one release more (readLastBackup), then dropped. */
export const operatorLogTable = pgTable(
  'operator_log',
  {
    id: serial('id').primaryKey(),
    /** `--by`, or the user of the operating system. */
    who: text('who').notNull(),
    /** The command, such as "orders ship". */
    action: text('action').notNull(),
    /** The order, coupon or file that was changed. */
    subject: text('subject').notNull(),
    detail: text('detail').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('operator_log_subject').on(table.subject, table.id)],
);
