import { boolean, index, integer, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accountsTable } from './accountsTables';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * SPEC's `user_id`: someone asked for a code. What a registration brought waits here, unverified, so that whoever verifies
 * through this challenge gets what this challenge asked for, and nobody else's password.
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
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('challenges_address').on(table.email, table.purpose), index('challenges_expiry').on(table.expiresAt)],
);

/** The one code that is valid for an address and a purpose. An address without an account has one too that nobody was sent. */
export const codesTable = pgTable(
  'codes',
  {
    email: text('email').notNull(),
    purpose: text('purpose').notNull(),
    /** HMAC under the shop's secret. */
    codeHash: text('code_hash').notNull(),
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
    email: text('email').notNull(),
    /** HMAC of the network's address. */
    network: text('network').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [index('code_mails_address').on(table.email, table.sentAt), index('code_mails_network').on(table.network, table.sentAt)],
);

/** Failed sign-ins by account and device: each one more makes the next wait longer. */
export const signInAttemptsTable = pgTable('sign_in_attempts', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lockedUntil: instant('locked_until').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** Things counted in a window of time. */
export const countersTable = pgTable(
  'counters',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: instant('resets_at').notNull(),
  },
  (table) => [index('counters_expiry').on(table.resetsAt)],
);
