import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Who has verified an address: no row before that (security.md 1.7). */
export const accountsTable = pgTable('accounts', {
  /** The account's public id: random, so that it tells nothing. */
  id: text('id').primaryKey(),
  /** In lower case. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  /** Null for who signs in with Google only. */
  passwordHash: text('password_hash'),
  /** Goes up when the account's known devices are forgotten. */
  deviceEpoch: integer('device_epoch').notNull().default(0),
  createdAt: instant('created_at').notNull(),
});

const ownerColumn = () =>
  text('account_id')
    .notNull()
    .references(() => accountsTable.id, { onDelete: 'cascade' });

/** A provider's subject is who it is; an address is not (product.md 8.13). */
export const accountIdentitiesTable = pgTable(
  'account_identities',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    accountId: ownerColumn(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    unique('account_identities_account').on(table.accountId, table.provider),
  ],
);

/**
 * What happened in an account, for its owner to see; and what was tried at addresses that have none, for whoever runs
 * the shop.
 */
export const accountEventsTable = pgTable(
  'account_events',
  {
    id: serial('id').primaryKey(),
    /** Null where the address has no account. */
    accountId: text('account_id').references(() => accountsTable.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    detail: text('detail').notNull(),
    /** For failures: HMAC of the network they came from. */
    network: text('network'),
    /** Failures of the same hour are one row. */
    times: integer('times').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('account_events_owner').on(table.accountId, table.id),
    index('account_events_network')
      .on(table.network, table.id)
      .where(sql`account_id IS NULL`)
      .concurrently(),
  ],
);

export const sessionsTable = pgTable(
  'sessions',
  {
    /** Names the session in lists; says nothing of its secret. */
    id: text('id').primaryKey(),
    /** SHA-256 of the cookie's 256 random bits. */
    secretHash: text('secret_hash').notNull().unique(),
    accountId: ownerColumn(),
    device: text('device').notNull(),
    remembered: boolean('remembered').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_owner').on(table.accountId), index('sessions_expiry').on(table.expiresAt)],
);

/** Allows one change of password, in the browser that proved the address. */
export const resetGrantsTable = pgTable(
  'reset_grants',
  {
    secretHash: text('secret_hash').primaryKey(),
    accountId: ownerColumn(),
    email: text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('reset_grants_owner').on(table.accountId)],
);
