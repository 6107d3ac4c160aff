import { boolean, index, integer, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accountsTable } from './accountsTables';

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Requested codes, by the `user_id` of the wire format (product.md 8.14). The unverified data of a registration is
 * stored with its challenge, so that verifying one challenge never sets the password of another.
 */
export const challengesTable = pgTable(
  'challenges',
  {
    /** SHA-256 of the `user_id`. */
    idHash: text('id_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    email: text('email').notNull(),
    /** For `register`. */
    name: text('name'),
    phone: text('phone'),
    passwordHash: text('password_hash'),
    /** For `email`: the account whose address changes. */
    accountId: text('account_id').references(() => accountsTable.id, { onDelete: 'cascade' }),
    /** Attempts since the last code was requested. */
    tries: integer('tries').notNull().default(0),
    createdAt: timestampColumn('created_at').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [
    index('challenges_address').on(table.email, table.purpose),
    index('challenges_expiry').on(table.expiresAt),
  ],
);

/**
 * The codes of an address and purpose that were mailed last. Addresses without an account get them, too; they are never
 * sent.
 */
export const mailedCodesTable = pgTable(
  'mailed_codes',
  {
    id: serial('id').primaryKey(),
    email: text('email').notNull(),
    purpose: text('purpose').notNull(),
    /** HMAC of the code. */
    codeHash: text('code_hash').notNull(),
    /** SHA-256 of the key of the mail's link. */
    linkHash: text('link_hash').notNull(),
    /** True if a known device asked for it: strangers cannot displace it. */
    knownDevice: boolean('known_device').notNull(),
    sentAt: timestampColumn('sent_at').notNull(),
  },
  (table) => [
    index('mailed_codes_address').on(table.email, table.purpose),
    index('mailed_codes_link').on(table.linkHash),
    index('mailed_codes_age').on(table.sentAt),
  ],
);

/**
 * Unused since there are several codes (mailed_codes). A former release that is still running uses it: triggers keep
 * both equal.
 */
export const codesTable = pgTable(
  'codes',
  {
    email: text('email').notNull(),
    purpose: text('purpose').notNull(),
    /** HMAC of the code. */
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull(),
    used: boolean('used').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.purpose] }), index('codes_expiry').on(table.expiresAt)],
);

/** Sent codes, for the limits by address. */
export const codeMailsTable = pgTable(
  'code_mails',
  {
    id: serial('id').primaryKey(),
    /** The mailbox that the address delivers to (`toMailbox`). */
    email: text('email').notNull(),
    /** '' in rows of a former release. */
    purpose: text('purpose').notNull().default(''),
    /** Unused since networks have counters. */
    network: text('network').notNull().default(''),
    /** True if a known device requested the code; some mails are reserved for known devices. */
    knownDevice: boolean('known_device').notNull().default(false),
    sentAt: timestampColumn('sent_at').notNull(),
  },
  (table) => [index('code_mails_address').on(table.email, table.sentAt)],
);

/** Failed sign-ins by account and device. The lock grows with each failure. */
export const signInAttemptsTable = pgTable('sign_in_attempts', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lockedUntil: timestampColumn('locked_until').notNull(),
  updatedAt: timestampColumn('updated_at').notNull(),
});
