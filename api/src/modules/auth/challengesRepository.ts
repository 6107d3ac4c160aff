import type { Queryable } from '../../database/Database';

/** What a code completes. `register` and `login` open a session, `reset` grants a new password, `email` changes an address. */
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

export const insertChallenge = async (database: Queryable, challenge: Challenge, now: Date, expiresAt: Date): Promise<void> => {
  await database.query(
    `INSERT INTO challenges (id_hash, purpose, email, name, phone, password_hash, account_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [challenge.idHash, challenge.purpose, challenge.email, challenge.name, challenge.phone, challenge.passwordHash, challenge.accountId, now, expiresAt],
  );
};

/** The purpose is part of the look-up: a challenge of another one is not there (SECURITY, Purpose confusion). */
export const findChallenge = async (database: Queryable, idHash: string, purposes: readonly Purpose[], now: Date): Promise<Challenge | undefined> =>
  (await database.query<Challenge>(
    `SELECT id_hash AS "idHash", purpose, email, name, phone, password_hash AS "passwordHash", account_id AS "accountId"
     FROM challenges WHERE id_hash = $1 AND purpose = ANY($2::text[]) AND expires_at > $3`,
    [idHash, purposes, now],
  )).rows[0];

/** Nothing that waited for this address can be completed any more: whoever verified first has it. */
export const emptyChallenges = async (database: Queryable, email: string, purpose: Purpose): Promise<void> => {
  await database.query('UPDATE challenges SET password_hash = NULL WHERE email = $1 AND purpose = $2', [email, purpose]);
};

/** Makes a code the only valid one of its address and purpose. */
export const putCode = async (database: Queryable, email: string, purpose: Purpose, codeHash: string, expiresAt: Date): Promise<void> => {
  await database.query(
    `INSERT INTO codes (email, purpose, code_hash, tries, used, expires_at) VALUES ($1, $2, $3, 0, false, $4)
     ON CONFLICT (email, purpose) DO UPDATE SET code_hash = excluded.code_hash, tries = 0, used = false, expires_at = excluded.expires_at`,
    [email, purpose, codeHash, expiresAt],
  );
};

/** Counts a try in a statement of its own, before anything is compared. Answers the code's hash, or undefined where no try is left. */
export const takeTry = async (database: Queryable, email: string, purpose: Purpose, mostTries: number, now: Date): Promise<string | undefined> =>
  (await database.query<{ codeHash: string }>(
    `UPDATE codes SET tries = tries + 1 WHERE email = $1 AND purpose = $2 AND tries < $3 AND NOT used AND expires_at > $4 RETURNING code_hash AS "codeHash"`,
    [email, purpose, mostTries, now],
  )).rows[0]?.codeHash;

export interface CodeState {
  readonly used: boolean;
  readonly expired: boolean;
}

export const findCodeState = async (database: Queryable, email: string, purpose: Purpose, now: Date): Promise<CodeState | undefined> =>
  (await database.query<CodeState>('SELECT used, expires_at <= $3 AS expired FROM codes WHERE email = $1 AND purpose = $2', [email, purpose, now])).rows[0];

/** Uses a code up; of two at once, one gets true. */
export const useCode = async (database: Queryable, email: string, purpose: Purpose, codeHash: string): Promise<boolean> => {
  const used = await database.query('UPDATE codes SET used = true WHERE email = $1 AND purpose = $2 AND code_hash = $3 AND NOT used', [email, purpose, codeHash]);
  return used.rowCount === 1;
};

/** Voids every code of an address. */
export const deleteCodes = async (database: Queryable, email: string): Promise<void> => {
  await database.query('DELETE FROM codes WHERE email = $1', [email]);
};
