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

/** The valid code of an address and purpose. Addresses without an account get one, too, which is never sent. */
export const codesTable = pgTable(
  'codes',
  {
    email: text('email').notNull(),
    purpose: text('purpose').notNull(),
    /** HMAC of the code. */
    codeHash: text('code_hash').notNull(),
    /** Unused: attempts are counted by challenge, so that an attacker cannot use up the owner's. */
    tries: integer('tries').notNull(),
    used: boolean('used').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.purpose] }), index('codes_expiry').on(table.expiresAt)],
);

/** Sent codes, for the limits by address and by network. */
export const codeMailsTable = pgTable(
  'code_mails',
  {
    id: serial('id').primaryKey(),
    /** The mailbox that the address delivers to (`toMailbox`). */
    email: text('email').notNull(),
    /** HMAC of the network's address. */
    network: text('network').notNull(),
    /** True if a known device requested the code; some mails are reserved for known devices. */
    knownDevice: boolean('known_device').notNull().default(false),
    sentAt: timestampColumn('sent_at').notNull(),
  },
  (table) => [
    index('code_mails_address').on(table.email, table.sentAt),
    index('code_mails_network').on(table.network, table.sentAt),
  ],
);

/** Failed sign-ins by account and device. The lock grows with each failure. */
export const signInAttemptsTable = pgTable('sign_in_attempts', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lockedUntil: timestampColumn('locked_until').notNull(),
  updatedAt: timestampColumn('updated_at').notNull(),
});
