import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import type { challengesTable } from './challengesTables';

/**
 * `register` and `login` codes open a session, `reset` codes grant a new password, `email` codes change the address.
 */
export type Purpose = 'register' | 'login' | 'reset' | 'email';

export interface Challenge {
  readonly idHash: string;
  readonly purpose: Purpose;
  readonly email: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly passwordHash: string | null;
  readonly accountId: string | null;
}

export const insertChallenge = async (
  database: Queryable,
  challenge: Challenge,
  now: Date,
  expiresAt: Date,
): Promise<void> => {
  await insertRow<typeof challengesTable>(database, 'challenges', { ...challenge, createdAt: now, expiresAt });
};

/** Finds a challenge by id and purpose, so that it cannot be used for another purpose (security.md 1.2). */
export const findChallenge = async (
  database: Queryable,
  idHash: string,
  purposes: readonly Purpose[],
  now: Date,
): Promise<Challenge | undefined> =>
  (
    await database.query<Challenge>(
      `SELECT id_hash AS "idHash", purpose, email, name, phone, password_hash AS "passwordHash", account_id AS "accountId"
     FROM challenges WHERE id_hash = $1 AND purpose = ANY($2::text[]) AND expires_at > $3`,
      [idHash, purposes, now],
    )
  ).rows[0];

/** Consumes a challenge. Returns false if it no longer exists. */
export const deleteChallenge = async (connection: Queryable, idHash: string): Promise<boolean> =>
  (await connection.query('DELETE FROM challenges WHERE id_hash = $1', [idHash])).rowCount === 1;

/** Invalidates the other pending registrations of an address once one was verified. */
export const invalidateChallenges = async (database: Queryable, email: string, purpose: Purpose): Promise<void> => {
  await database.query('UPDATE challenges SET password_hash = NULL WHERE email = $1 AND purpose = $2', [
    email,
    purpose,
  ]);
};

/** Stores a code as the only valid one of its address and purpose. */
export const storeCode = async (
  database: Queryable,
  email: string,
  purpose: Purpose,
  codeHash: string,
  expiresAt: Date,
): Promise<void> => {
  await database.query(
    `INSERT INTO codes (email, purpose, code_hash, tries, used, expires_at) VALUES ($1, $2, $3, 0, false, $4)
     ON CONFLICT (email, purpose) DO UPDATE SET code_hash = excluded.code_hash, used = false, expires_at = excluded.expires_at`,
    [email, purpose, codeHash, expiresAt],
  );
};

/** Resets the attempts of a challenge, for which a new code was requested. */
export const resetAttempts = async (database: Queryable, idHash: string): Promise<void> => {
  await database.query('UPDATE challenges SET tries = 0 WHERE id_hash = $1', [idHash]);
};

/** Counts an attempt in its own statement, before the code is compared. Returns false if none is left. */
export const consumeAttempt = async (database: Queryable, idHash: string, maxTries: number): Promise<boolean> =>
  (
    await database.query('UPDATE challenges SET tries = tries + 1 WHERE id_hash = $1 AND tries < $2', [
      idHash,
      maxTries,
    ])
  ).rowCount === 1;

/** Returns the hash of a valid code; undefined if there is none, or it was used or has expired. */
export const findCodeHash = async (
  database: Queryable,
  email: string,
  purpose: Purpose,
  now: Date,
): Promise<string | undefined> =>
  (
    await database.query<{ codeHash: string }>(
      'SELECT code_hash AS "codeHash" FROM codes WHERE email = $1 AND purpose = $2 AND NOT used AND expires_at > $3',
      [email, purpose, now],
    )
  ).rows[0]?.codeHash;

/** Consumes a code. Of two concurrent calls, one gets true. */
export const consumeCode = async (
  database: Queryable,
  email: string,
  purpose: Purpose,
  codeHash: string,
): Promise<boolean> => {
  const used = await database.query(
    'UPDATE codes SET used = true WHERE email = $1 AND purpose = $2 AND code_hash = $3 AND NOT used',
    [email, purpose, codeHash],
  );
  return used.rowCount === 1;
};

/** Deletes the codes of an address and the pending email changes of its account. */
export const deleteCodes = async (
  database: Queryable,
  { email, id }: { readonly email: string; readonly id: string },
): Promise<void> => {
  await database.query('DELETE FROM codes WHERE email = $1', [email]);
  await database.query('DELETE FROM challenges WHERE account_id = $1', [id]);
};
