import type { HistoryEntry, HistoryKind } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly passwordHash: string | null;
  readonly hasGoogle: boolean;
  /** How often the account's known devices were forgotten: a device's proof holds for one epoch. */
  readonly deviceEpoch: number;
}

const ACCOUNT_SQL = `SELECT id, email, name, phone, password_hash AS "passwordHash", device_epoch AS "deviceEpoch",
  EXISTS (SELECT 1 FROM account_identities i WHERE i.account_id = accounts.id AND i.provider = 'google') AS "hasGoogle" FROM accounts`;

export const findAccountByEmail = async (database: Queryable, email: string): Promise<Account | undefined> =>
  (await database.query<Account>({ name: 'account-by-email', text: `${ACCOUNT_SQL} WHERE email = $1`, values: [email] })).rows[0];

export const findAccount = async (database: Queryable, id: string): Promise<Account | undefined> =>
  (await database.query<Account>({ name: 'account', text: `${ACCOUNT_SQL} WHERE id = $1`, values: [id] })).rows[0];

export const findAccountCreation = async (database: Queryable, id: string): Promise<Date | undefined> =>
  (await database.query<{ createdAt: Date }>('SELECT created_at AS "createdAt" FROM accounts WHERE id = $1', [id])).rows[0]?.createdAt;

export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly passwordHash: string | null;
}

/** False where the address has an account already. */
export const insertAccount = async (database: Queryable, account: NewAccount, now: Date): Promise<boolean> => {
  const inserted = await database.query(
    'INSERT INTO accounts (id, email, name, phone, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING',
    [account.id, account.email, account.name, account.phone, account.passwordHash, now],
  );
  return inserted.rowCount === 1;
};

export const updateProfile = async (database: Queryable, accountId: string, { name, phone }: { name?: string; phone?: string }): Promise<void> => {
  await database.query('UPDATE accounts SET name = coalesce($2, name), phone = coalesce($3, phone) WHERE id = $1', [accountId, name ?? null, phone ?? null]);
};

export const updatePassword = async (database: Queryable, accountId: string, passwordHash: string): Promise<void> => {
  await database.query('UPDATE accounts SET password_hash = $2 WHERE id = $1', [accountId, passwordHash]);
};

/** Forgets on which devices the account has signed in. Returns the new epoch. */
export const forgetDevices = async (database: Queryable, accountId: string): Promise<number> =>
  (await database.query<{ deviceEpoch: number }>('UPDATE accounts SET device_epoch = device_epoch + 1 WHERE id = $1 RETURNING device_epoch AS "deviceEpoch"', [accountId])).rows[0]
    ?.deviceEpoch ?? 0;

/** False where another account has that address. */
export const updateEmail = async (database: Queryable, accountId: string, email: string): Promise<boolean> => {
  const changed = await database.query('UPDATE accounts SET email = $2 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM accounts WHERE email = $2 AND id <> $1)', [accountId, email]);
  return changed.rowCount === 1;
};

export const findAccountByIdentity = async (database: Queryable, provider: string, subject: string): Promise<Account | undefined> =>
  (await database.query<Account>(`${ACCOUNT_SQL} WHERE id = (SELECT account_id FROM account_identities WHERE provider = $1 AND subject = $2)`, [provider, subject])).rows[0];

/** False where the identity belongs to an account already, or the account has another one of that provider. */
export const insertIdentity = async (database: Queryable, provider: string, subject: string, accountId: string, now: Date): Promise<boolean> => {
  const inserted = await database.query(
    'INSERT INTO account_identities (provider, subject, account_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [provider, subject, accountId, now],
  );
  return inserted.rowCount === 1;
};

/** False if the account had no identity of that provider. */
export const deleteIdentity = async (database: Queryable, provider: string, accountId: string): Promise<boolean> =>
  (await database.query('DELETE FROM account_identities WHERE provider = $1 AND account_id = $2', [provider, accountId])).rowCount === 1;

export const insertEvent = async (database: Queryable, accountId: string, kind: HistoryKind, detail: string, now: Date): Promise<void> => {
  await database.query('INSERT INTO account_events (account_id, kind, detail, created_at) VALUES ($1, $2, $3, $4)', [accountId, kind, detail, now]);
};

const MOST_EVENTS = 50;

export const findEvents = async (database: Queryable, accountId: string): Promise<HistoryEntry[]> => {
  const { rows } = await database.query<{ id: number; kind: HistoryKind; detail: string; times: number; createdAt: Date }>(
    `SELECT id, kind, detail, times, created_at AS "createdAt" FROM account_events WHERE account_id = $1 ORDER BY id DESC LIMIT ${MOST_EVENTS}`,
    [accountId],
  );
  return rows.map(({ id, kind, detail, times, createdAt }) => ({ id: String(id), kind, detail, times, created_at: createdAt.toISOString() }));
};

export const insertGrant = async (database: Queryable, secretHash: string, accountId: string, email: string, expiresAt: Date): Promise<void> => {
  await database.query('INSERT INTO reset_grants (secret_hash, account_id, email, expires_at) VALUES ($1, $2, $3, $4)', [secretHash, accountId, email, expiresAt]);
};

/** The account of a grant, if the address is still the account's: a grant does not outlive a change of it. */
export const findGrant = async (database: Queryable, secretHash: string, email: string, now: Date): Promise<string | undefined> =>
  (await database.query<{ accountId: string }>(
    `SELECT g.account_id AS "accountId" FROM reset_grants g JOIN accounts a ON a.id = g.account_id AND a.email = g.email
     WHERE g.secret_hash = $1 AND g.email = $2 AND g.expires_at > $3`,
    [secretHash, email, now],
  )).rows[0]?.accountId;

/** Uses a grant up; of two at once, one gets true. */
export const useGrant = async (database: Queryable, secretHash: string, email: string, now: Date): Promise<boolean> => {
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
