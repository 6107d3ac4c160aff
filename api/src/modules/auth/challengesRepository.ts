import type { Queryable } from '../../database/Database';

/**
 * What a code completes. `register` and `login` open a session, `reset` grants a new password, `email` changes an
 * address.
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
  await database.query(
    `INSERT INTO challenges (id_hash, purpose, email, name, phone, password_hash, account_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      challenge.idHash,
      challenge.purpose,
      challenge.email,
      challenge.name,
      challenge.phone,
      challenge.passwordHash,
      challenge.accountId,
      now,
      expiresAt,
    ],
  );
};

/** The purpose is part of the look-up: a challenge of another one is not there (security.md 1.2). */
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

/** Uses a challenge up; false if it has ended. */
export const deleteChallenge = async (connection: Queryable, idHash: string): Promise<boolean> =>
  (await connection.query('DELETE FROM challenges WHERE id_hash = $1', [idHash])).rowCount === 1;

/** Nothing that waited for this address can be completed any more: whoever verified first has it. */
export const emptyChallenges = async (database: Queryable, email: string, purpose: Purpose): Promise<void> => {
  await database.query('UPDATE challenges SET password_hash = NULL WHERE email = $1 AND purpose = $2', [
    email,
    purpose,
  ]);
};

/** Makes a code the only valid one of its address and purpose. */
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

/** A new code was asked for under this challenge: it has all its tries again. */
export const resetTries = async (database: Queryable, idHash: string): Promise<void> => {
  await database.query('UPDATE challenges SET tries = 0 WHERE id_hash = $1', [idHash]);
};

/** Counts a try of a challenge in a statement of its own, before anything is compared. False if no try is left. */
export const consumeAttempt = async (database: Queryable, idHash: string, maxTries: number): Promise<boolean> =>
  (
    await database.query('UPDATE challenges SET tries = tries + 1 WHERE id_hash = $1 AND tries < $2', [
      idHash,
      maxTries,
    ])
  ).rowCount === 1;

/** The hash of the valid code of an address and purpose; undefined if there is none, or it was used or has expired. */
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

/** Uses a code up; of two at once, one gets true. */
export const useCode = async (
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

/** Voids every code of an address, and every change of address that an account has begun. */
export const deleteCodes = async (
  database: Queryable,
  { email, id }: { readonly email: string; readonly id: string },
): Promise<void> => {
  await database.query('DELETE FROM codes WHERE email = $1', [email]);
  await database.query('DELETE FROM challenges WHERE account_id = $1', [id]);
};
