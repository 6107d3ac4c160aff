import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true });

/** Customers with a verified address; there is no row before it is verified (security.md 1.7). */
export const accountsTable = pgTable(
  'accounts',
  {
    /** Public id, which is random so that it reveals nothing. */
    id: text('id').primaryKey(),
    /** Lowercase. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** Null if the customer signs in with Google only. */
    passwordHash: text('password_hash'),
    /** Incremented when the account's known devices are revoked. */
    deviceEpoch: integer('device_epoch').notNull().default(0),
    createdAt: timestampColumn('created_at').notNull(),
  },
  // For the desk of customers.
  (table) => [
    index('accounts_newest').on(table.createdAt, table.id),
    index('accounts_email_start').on(sql`${table.email} text_pattern_ops`),
    index('accounts_name_words').using('gin', sql`to_tsvector('simple', translate(${table.name}, '-./@_', '     '))`),
  ],
);

const ownerColumn = () =>
  text('account_id')
    .notNull()
    .references(() => accountsTable.id, { onDelete: 'cascade' });

/** Identities are keyed by the provider's subject, not by email address (product.md 8.13). */
export const accountIdentitiesTable = pgTable(
  'account_identities',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    accountId: ownerColumn(),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    unique('account_identities_account').on(table.accountId, table.provider),
  ],
);

/** An account's activity, shown to its owner; and failures at addresses without an account, shown to operators. */
export const accountEventsTable = pgTable(
  'account_events',
  {
    id: serial('id').primaryKey(),
    /** Null if the address has no account. */
    accountId: text('account_id').references(() => accountsTable.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    detail: text('detail').notNull(),
    /** HMAC of the network that caused a failure. */
    network: text('network'),
    /** Failures within a day share a row. */
    times: integer('times').notNull().default(1),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (table) => [
    index('account_events_owner').on(table.accountId, table.id),
    index('account_events_network')
      .on(table.network, table.id)
      .where(sql`account_id IS NULL`),
  ],
);

export const sessionsTable = pgTable(
  'sessions',
  {
    /** Identifies the session in lists; unrelated to its secret. */
    id: text('id').primaryKey(),
    /** SHA-256 of the cookie's 256 random bits. */
    secretHash: text('secret_hash').notNull().unique(),
    accountId: ownerColumn(),
    device: text('device').notNull(),
    remembered: boolean('remembered').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    lastSeenAt: timestampColumn('last_seen_at').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [index('sessions_owner').on(table.accountId), index('sessions_expiry').on(table.expiresAt)],
);

/** Allows one password change, in the browser that proved the address. */
export const resetGrantsTable = pgTable(
  'reset_grants',
  {
    secretHash: text('secret_hash').primaryKey(),
    accountId: ownerColumn(),
    email: text('email').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [index('reset_grants_owner').on(table.accountId)],
);
