import { index, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** Audit log of operator commands. Entries are written in the transaction of the change. */
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
