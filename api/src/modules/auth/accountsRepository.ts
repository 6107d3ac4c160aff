import type { HistoryEntry, HistoryKind } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import { isUniqueViolation } from '../../database/isUniqueViolation';
import type { accountEventsTable, accountIdentitiesTable, accountsTable, resetGrantsTable } from './accountsTables';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly passwordHash: string | null;
  readonly hasGoogle: boolean;
  /** Incremented when known devices are revoked: a device's proof is valid for one epoch. */
  readonly deviceEpoch: number;
}

const ACCOUNT_SQL = `SELECT id, email, name, phone, password_hash AS "passwordHash", device_epoch AS "deviceEpoch",
  EXISTS (SELECT 1 FROM account_identities i WHERE i.account_id = accounts.id AND i.provider = 'google') AS "hasGoogle" FROM accounts`;

declare const locked: unique symbol;
/**
 * An account whose row is locked by this transaction: until it ends, no other one changes the password or address,
 * resets the account or logs it out.
 */
export type LockedAccount = Account & { readonly [locked]: true };

// The brand exists in the type only: it marks rows that were read with FOR UPDATE.
const toLocked = (account: Account | undefined): LockedAccount | undefined => account as LockedAccount | undefined;

/** Locks an account until the transaction ends. Always the first lock of a transaction, to prevent deadlocks. */
export const lockAccount = async (connection: Queryable, id: string): Promise<LockedAccount | undefined> =>
  toLocked((await connection.query<Account>(`${ACCOUNT_SQL} WHERE id = $1 FOR UPDATE OF accounts`, [id])).rows[0]);

export const lockAccountByEmail = async (connection: Queryable, email: string): Promise<LockedAccount | undefined> =>
  toLocked(
    (await connection.query<Account>(`${ACCOUNT_SQL} WHERE email = $1 FOR UPDATE OF accounts`, [email])).rows[0],
  );

export const findAccountByEmail = async (database: Queryable, email: string): Promise<Account | undefined> =>
  (
    await database.query<Account>({
      name: 'account-by-email',
      text: `${ACCOUNT_SQL} WHERE email = $1`,
      values: [email],
    })
  ).rows[0];

export const findAccount = async (database: Queryable, id: string): Promise<Account | undefined> =>
  (await database.query<Account>({ name: 'account', text: `${ACCOUNT_SQL} WHERE id = $1`, values: [id] })).rows[0];

/** Returns the address of an account, which nobody can erase until the transaction ends. Others may change it. */
export const keepAccount = async (connection: Queryable, id: string): Promise<string | undefined> =>
  (
    await connection.query<{ email: string }>({
      name: 'keep-account',
      text: 'SELECT email FROM accounts WHERE id = $1 FOR KEY SHARE',
      values: [id],
    })
  ).rows[0]?.email;

export const findAccountCreatedAt = async (database: Queryable, id: string): Promise<Date | undefined> =>
  (await database.query<{ createdAt: Date }>('SELECT created_at AS "createdAt" FROM accounts WHERE id = $1', [id]))
    .rows[0]?.createdAt;

export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly passwordHash: string | null;
}

/** Creates an account and locks it. Returns undefined if the address already has an account. */
export const insertAccount = async (
  connection: Queryable,
  account: NewAccount,
  now: Date,
): Promise<LockedAccount | undefined> => {
  const inserted = await insertRow<typeof accountsTable>(
    connection,
    'accounts',
    { ...account, createdAt: now },
    'ON CONFLICT (email) DO NOTHING',
  );
  return inserted ? lockAccount(connection, account.id) : undefined;
};

export const updateProfile = async (
  database: Queryable,
  accountId: string,
  { name, phone }: { name?: string; phone?: string },
): Promise<void> => {
  await database.query('UPDATE accounts SET name = coalesce($2, name), phone = coalesce($3, phone) WHERE id = $1', [
    accountId,
    name ?? null,
    phone ?? null,
  ]);
};

export const updatePassword = async (database: Queryable, accountId: string, passwordHash: string): Promise<void> => {
  await database.query('UPDATE accounts SET password_hash = $2 WHERE id = $1', [accountId, passwordHash]);
};

/** Revokes the account's known devices. Returns the new epoch. */
export const revokeDevices = async (database: Queryable, accountId: string): Promise<number> =>
  (
    await database.query<{ deviceEpoch: number }>(
      'UPDATE accounts SET device_epoch = device_epoch + 1 WHERE id = $1 RETURNING device_epoch AS "deviceEpoch"',
      [accountId],
    )
  ).rows[0]?.deviceEpoch ?? 0;

/** Returns false if another account has the address; waits for one that is being created. */
export const updateEmail = async (connection: Queryable, accountId: string, email: string): Promise<boolean> => {
  await connection.query('SAVEPOINT address');
  try {
    await connection.query('UPDATE accounts SET email = $2 WHERE id = $1', [accountId, email]);
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await connection.query('ROLLBACK TO SAVEPOINT address');
    return false;
  }
};

/** Locks the account that an identity belongs to. */
export const lockAccountByIdentity = async (
  connection: Queryable,
  provider: string,
  subject: string,
): Promise<LockedAccount | undefined> => {
  const { rows } = await connection.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM account_identities WHERE provider = $1 AND subject = $2',
    [provider, subject],
  );
  const account = rows[0] && (await lockAccount(connection, rows[0].accountId));
  if (!account) return undefined;
  // The identity may have been disconnected while this waited for the lock.
  const current = await connection.query(
    'SELECT 1 FROM account_identities WHERE provider = $1 AND subject = $2 AND account_id = $3',
    [provider, subject, account.id],
  );
  return current.rowCount === 1 ? account : undefined;
};

export const hasIdentity = async (
  database: Queryable,
  provider: string,
  subject: string,
  accountId: string,
): Promise<boolean> =>
  (
    await database.query('SELECT 1 FROM account_identities WHERE provider = $1 AND subject = $2 AND account_id = $3', [
      provider,
      subject,
      accountId,
    ])
  ).rowCount === 1;

/** Returns false if the identity belongs to an account already, or the account has another one of that provider. */
export const insertIdentity = async (
  database: Queryable,
  provider: string,
  subject: string,
  accountId: string,
  now: Date,
): Promise<boolean> =>
  insertRow<typeof accountIdentitiesTable>(
    database,
    'account_identities',
    { provider, subject, accountId, createdAt: now },
    'ON CONFLICT DO NOTHING',
  );

/** Returns false if the account had no identity of that provider. */
export const deleteIdentity = async (database: Queryable, provider: string, accountId: string): Promise<boolean> =>
  (
    await database.query('DELETE FROM account_identities WHERE provider = $1 AND account_id = $2', [
      provider,
      accountId,
    ])
  ).rowCount === 1;

export const insertEvent = async (
  database: Queryable,
  accountId: string,
  kind: HistoryKind,
  detail: string,
  now: Date,
): Promise<void> => {
  await insertRow<typeof accountEventsTable>(database, 'account_events', { accountId, kind, detail, createdAt: now });
};

const MAX_EVENTS = 50;
const MAX_FAILURES = 10;
const FAILURES = "('sign-in-failed', 'code-failed', 'reset-requested')";

/** Returns the newest 50 events plus the newest 10 failures, so that a flood of failures does not hide the events. */
export const findEvents = async (database: Queryable, accountId: string): Promise<HistoryEntry[]> => {
  const { rows } = await database.query<{
    id: number;
    kind: HistoryKind;
    detail: string;
    times: number;
    createdAt: Date;
  }>(
    `SELECT id, kind, detail, times, created_at AS "createdAt" FROM (
       (SELECT * FROM account_events WHERE account_id = $1 AND kind NOT IN ${FAILURES} ORDER BY id DESC LIMIT ${MAX_EVENTS})
       UNION ALL
       (SELECT * FROM account_events WHERE account_id = $1 AND kind IN ${FAILURES} ORDER BY id DESC LIMIT ${MAX_FAILURES})
     ) AS newest ORDER BY id DESC`,
    [accountId],
  );
  return rows.map(({ id, kind, detail, times, createdAt }) => ({
    id: String(id),
    kind,
    detail,
    times,
    created_at: createdAt.toISOString(),
  }));
};

export const insertGrant = async (
  database: Queryable,
  secretHash: string,
  accountId: string,
  email: string,
  expiresAt: Date,
): Promise<void> => {
  await insertRow<typeof resetGrantsTable>(database, 'reset_grants', { secretHash, accountId, email, expiresAt });
};

/** Returns the account of a grant, unless its email address has changed: that invalidates the grant. */
export const findGrant = async (
  database: Queryable,
  secretHash: string,
  email: string,
  now: Date,
): Promise<string | undefined> =>
  (
    await database.query<{ accountId: string }>(
      `SELECT g.account_id AS "accountId" FROM reset_grants g JOIN accounts a ON a.id = g.account_id AND a.email = g.email
     WHERE g.secret_hash = $1 AND g.email = $2 AND g.expires_at > $3`,
      [secretHash, email, now],
    )
  ).rows[0]?.accountId;

/** Consumes a grant. Of two concurrent calls, one gets true. */
export const consumeGrant = async (
  database: Queryable,
  secretHash: string,
  email: string,
  now: Date,
): Promise<boolean> => {
  const used = await database.query(
    `DELETE FROM reset_grants g USING accounts a
     WHERE a.id = g.account_id AND a.email = g.email AND g.secret_hash = $1 AND g.email = $2 AND g.expires_at > $3`,
    [secretHash, email, now],
  );
  return used.rowCount === 1;
};

export const deleteGrants = async (database: Queryable, accountId: string): Promise<void> => {
  await database.query('DELETE FROM reset_grants WHERE account_id = $1', [accountId]);
};
