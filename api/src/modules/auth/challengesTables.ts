import { boolean, index, integer, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accountsTable } from './accountsTables';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * The `user_id` on the wire (product.md 8.14): someone asked for a code. What a registration brought waits here,
 * unverified, so that whoever verifies through this challenge gets what this challenge asked for, and nobody else's
 * password.
 */
export const challengesTable = pgTable(
  'challenges',
  {
    /** SHA-256 of the id on the wire. */
    idHash: text('id_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    email: text('email').notNull(),
    /** For `register`. */
    name: text('name'),
    phone: text('phone'),
    passwordHash: text('password_hash'),
    /** For `email`: whose address changes. */
    accountId: text('account_id').references(() => accountsTable.id, { onDelete: 'cascade' }),
    /** Codes that were tried under this challenge, since the last one was asked for. */
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('challenges_address').on(table.email, table.purpose),
    index('challenges_expiry').on(table.expiresAt),
  ],
);

/**
 * The one code that is valid for an address and a purpose. An address without an account has one too that nobody was
 * sent.
 */
export const codesTable = pgTable(
  'codes',
  {
    email: text('email').notNull(),
    purpose: text('purpose').notNull(),
    /** HMAC under the shop's secret. */
    codeHash: text('code_hash').notNull(),
    /** Not read any more: tries are counted by challenge, so that a stranger's do not use up the owner's. */
    tries: integer('tries').notNull(),
    used: boolean('used').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.purpose] }), index('codes_expiry').on(table.expiresAt)],
);

/** Mails that carried a code, for the limits by address and by network. */
export const codeMailsTable = pgTable(
  'code_mails',
  {
    id: serial('id').primaryKey(),
    /** The mailbox that the address delivers to (`mailboxOf`). */
    email: text('email').notNull(),
    /** HMAC of the network's address. */
    network: text('network').notNull(),
    /** Whether a device asked on which this account had signed in before: part of the mails is kept for those. */
    knownDevice: boolean('known_device').notNull().default(false),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [
    index('code_mails_address').on(table.email, table.sentAt),
    index('code_mails_network').on(table.network, table.sentAt),
  ],
);

/** Failed sign-ins by account and device: each one more makes the next wait longer. */
export const signInAttemptsTable = pgTable('sign_in_attempts', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lockedUntil: instant('locked_until').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
