import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** Transactional outbox: a mail is inserted in the transaction of the change that it reports. */
export const mailsTable = pgTable(
  'mails',
  {
    id: serial('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /** Name beside the sender's address: that of a storefront. Null means that of MAIL_FROM. */
    fromName: text('from_name'),
    /** Reply-To address; null means the shop. */
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** The one-time code in the mail, for the embedded mailbox. */
    code: text('code'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    lastError: text('last_error'),
    /** When its row is deleted, sent or not: the last mail to an erased customer. Null: as all the others. */
    forgetAt: timestamp('forget_at', { withTimezone: true }),
  },
  (table) => [
    index('mails_due').on(table.sentAt, table.nextAttemptAt),
    index('mails_recipient').on(sql`lower(${table.recipient})`),
    index('mails_forget')
      .on(table.forgetAt)
      .where(sql`${table.forgetAt} is not null`),
  ],
);
