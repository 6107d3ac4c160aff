import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** The outbox: a mail is a row in the same transaction as what it tells of. */
export const mailsTable = pgTable(
  'mails',
  {
    id: serial('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /** Whom an answer goes to; null: the shop. */
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** The one-time code a mail carries, for the embedded mailbox. */
    code: text('code'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    lastError: text('last_error'),
  },
  (table) => [index('mails_due').on(table.sentAt, table.nextAttemptAt)],
);
