import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true });

/** Who runs the shop. Never a customer: accounts are another table, and no session of one is one of the other. */
export const staffTable = pgTable('staff', {
  id: text('id').primaryKey(),
  /** Lowercase. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  /** A key of ROLES. One that this release does not know may do nothing. */
  role: text('role').notNull(),
  /** 'active' or 'suspended'. */
  status: text('status').notNull().default('active'),
  createdAt: timestampColumn('created_at').notNull(),
});

const staffColumn = () =>
  text('staff_id')
    .notNull()
    .references(() => staffTable.id, { onDelete: 'cascade' });

/** Passkeys, apps for codes, and recovery codes. */
export const staffCredentialsTable = pgTable(
  'staff_credentials',
  {
    /** Of a passkey its own id, of a recovery code its HMAC, otherwise random. */
    id: text('id').primaryKey(),
    staffId: staffColumn(),
    /** 'passkey', 'app' or 'recovery'. */
    kind: text('kind').notNull(),
    /** Of a passkey, as base64url. */
    publicKey: text('public_key'),
    transports: jsonb('transports'),
    /** Signatures of a passkey, or the last time step of an app: neither goes back. */
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    /** Of an app, encrypted with AUTH_SECRET. */
    secret: text('secret'),
    createdAt: timestampColumn('created_at').notNull(),
    lastUsedAt: timestampColumn('last_used_at'),
  },
  (table) => [index('staff_credentials_owner').on(table.staffId)],
);

export const staffSessionsTable = pgTable(
  'staff_sessions',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the cookie's 256 random bits. */
    secretHash: text('secret_hash').notNull().unique(),
    staffId: staffColumn(),
    device: text('device').notNull(),
    network: text('network').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    lastSeenAt: timestampColumn('last_seen_at').notNull(),
    /** When this person last proved to be there. */
    confirmedAt: timestampColumn('confirmed_at').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [index('staff_sessions_owner').on(table.staffId)],
);

export const staffInvitesTable = pgTable('staff_invites', {
  id: text('id').primaryKey(),
  /** SHA-256 of the key in the link. */
  keyHash: text('key_hash').notNull().unique(),
  /** Lowercase. A second invitation to an address replaces the first. */
  email: text('email').notNull().unique(),
  role: text('role').notNull(),
  /** Name of who invited; '' for the terminal. */
  invitedBy: text('invited_by').notNull(),
  createdAt: timestampColumn('created_at').notNull(),
  expiresAt: timestampColumn('expires_at').notNull(),
  /** Of the app that is being connected, encrypted with AUTH_SECRET. */
  appSecret: text('app_secret'),
});

/** Challenges of passkeys. Each is deleted by its first use. */
export const staffChallengesTable = pgTable('staff_challenges', {
  /** SHA-256 of the challenge. */
  hash: text('hash').primaryKey(),
  /** 'sign-in', or the invitation or session that it is for. */
  purpose: text('purpose').notNull(),
  expiresAt: timestampColumn('expires_at').notNull(),
});
