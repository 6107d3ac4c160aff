import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import type { challengesTable, mailedCodesTable } from './challengesTables';

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

/** A code that was mailed, and its link. */
interface MailedCode {
  readonly email: string;
  readonly purpose: Purpose;
  readonly codeHash: string;
  readonly linkHash: string;
  readonly knownDevice: boolean;
}

/** Codes that stay valid: of an address's last mails, separately those that its owner's known devices asked for. */
const MAX_VALID_CODES = 3;

/** Stores a code, and deletes the oldest one that known devices (or others) asked for. */
export const storeCode = async (connection: Queryable, code: MailedCode, now: Date): Promise<void> => {
  await insertRow<typeof mailedCodesTable>(connection, 'mailed_codes', { ...code, sentAt: now });
  await connection.query(
    `DELETE FROM mailed_codes WHERE id IN (
       SELECT id FROM mailed_codes WHERE email = $1 AND purpose = $2 AND known_device = $3 ORDER BY id DESC OFFSET $4)`,
    [code.email, code.purpose, code.knownDevice, MAX_VALID_CODES],
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

/** Returns the hashes of an address's codes that were mailed since a time and not used, newest first. */
export const findCodeHashes = async (
  database: Queryable,
  email: string,
  purpose: Purpose,
  since: Date,
): Promise<readonly string[]> =>
  (
    await database.query<{ codeHash: string }>(
      `SELECT code_hash AS "codeHash" FROM mailed_codes WHERE email = $1 AND purpose = $2 AND sent_at > $3
       ORDER BY id DESC`,
      [email, purpose, since],
    )
  ).rows.map(({ codeHash }) => codeHash);

/** Finds what the link of a mail is for, if the mail was sent since a time and nothing of it was used. */
export const findLink = async (
  database: Queryable,
  linkHash: string,
  purposes: readonly Purpose[],
  since: Date,
): Promise<{ readonly email: string; readonly purpose: Purpose } | undefined> =>
  (
    await database.query<{ email: string; purpose: Purpose }>(
      `SELECT email, purpose FROM mailed_codes
       WHERE link_hash = $1 AND purpose = ANY($2::text[]) AND sent_at > $3`,
      [linkHash, purposes, since],
    )
  ).rows[0];

/**
 * Consumes a code, or its link, and with it all others of the address and purpose. Of concurrent calls, one gets true.
 */
export const consumeCode = async (
  connection: Queryable,
  email: string,
  purpose: Purpose,
  hash: string,
): Promise<boolean> => {
  const { rows } = await connection.query<{ used: boolean }>(
    `DELETE FROM mailed_codes WHERE email = $1 AND purpose = $2
     RETURNING code_hash = $3 OR link_hash = $3 AS used`,
    [email, purpose, hash],
  );
  return rows.some(({ used }) => used);
};

/** Deletes the codes of an address and the pending email changes of its account. */
export const deleteCodes = async (
  database: Queryable,
  { email, id }: { readonly email: string; readonly id: string },
): Promise<void> => {
  await database.query('DELETE FROM mailed_codes WHERE email = $1', [email]);
  await database.query('DELETE FROM challenges WHERE account_id = $1', [id]);
};
