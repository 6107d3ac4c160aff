import { boolean, index, pgTable, primaryKey, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Who has verified an address: no row before that (SECURITY, Squatting). */
export const accountsTable = pgTable('accounts', {
  /** The account's public id: random, so that it tells nothing. */
  id: text('id').primaryKey(),
  /** In lower case. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  /** Null for who signs in with Google only. */
  passwordHash: text('password_hash'),
  createdAt: instant('created_at').notNull(),
});

const ownerColumn = () =>
  text('account_id')
    .notNull()
    .references(() => accountsTable.id, { onDelete: 'cascade' });

/** A provider's subject is who it is; an address is not (PRODUCT, Signing in). */
export const accountIdentitiesTable = pgTable(
  'account_identities',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    accountId: ownerColumn(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), unique('account_identities_account').on(table.accountId, table.provider)],
);

/** What happened in an account, for its owner to see. */
export const accountEventsTable = pgTable(
  'account_events',
  {
    id: serial('id').primaryKey(),
    accountId: ownerColumn(),
    kind: text('kind').notNull(),
    detail: text('detail').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('account_events_owner').on(table.accountId, table.id)],
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
