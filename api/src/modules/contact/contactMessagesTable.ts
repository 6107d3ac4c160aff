import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** Messages of the contact form, kept for a year. */
export const contactMessagesTable = pgTable(
  'contact_messages',
  {
    id: serial('id').primaryKey(),
    store: text('store').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** True for suspected spam, which is stored but never mailed. */
    spam: boolean('spam').notNull(),
    /** HMAC of the message, to detect duplicates such as a resubmitted form. */
    fingerprint: text('fingerprint').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('contact_messages_fingerprint').on(table.fingerprint, table.createdAt),
    index('contact_messages_age').on(table.createdAt),
    index('contact_messages_email').on(sql`lower(${table.email})`),
  ],
);
