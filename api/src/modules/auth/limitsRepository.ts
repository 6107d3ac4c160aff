import type { Queryable } from '../../database/Database';
import { addMs, DAY_MS } from '../../clock';
import { deleteInBatches } from '../../database/deleteInBatches';
import { insertRow } from '../../database/insertRow';
import type { codeMailsTable } from './challengesTables';
import type { Purpose } from './challengesRepository';

/**
 * Counts a sign-in as failed before it is checked, so that concurrent attempts cannot bypass the limit. After
 * `freeFailures` each failure locks the key for 2^n s, at most `maxLockMs`. Returns undefined if the attempt is
 * allowed, otherwise when the lock ends.
 */
export const beginAttempt = async (
  database: Queryable,
  key: string,
  now: Date,
  { freeFailures, maxLockMs, expiredBefore }: { freeFailures: number; maxLockMs: number; expiredBefore: Date },
): Promise<Date | undefined> => {
  const attempt = await database.query(
    `INSERT INTO sign_in_attempts AS a (key, failures, locked_until, updated_at) VALUES ($1, 1, $2, $2)
     ON CONFLICT (key) DO UPDATE SET
       failures = CASE WHEN a.updated_at < $5 THEN 1 ELSE a.failures + 1 END,
       locked_until = $2::timestamptz + CASE WHEN a.updated_at < $5 OR a.failures + 1 < $3 THEN interval '0'
         ELSE least(power(2, least(a.failures + 2 - $3, 20)) * 1000, $4) * interval '1 millisecond' END,
       updated_at = $2
     WHERE a.locked_until <= $2
     RETURNING failures`,
    [key, now, freeFailures, maxLockMs, expiredBefore],
  );
  if (attempt.rowCount === 1) return undefined;
  const { rows } = await database.query<{ lockedUntil: Date }>(
    'SELECT locked_until AS "lockedUntil" FROM sign_in_attempts WHERE key = $1',
    [key],
  );
  return rows[0]?.lockedUntil ?? now;
};

export const findAttempts = async (
  database: Queryable,
  key: string,
): Promise<{ readonly failures: number; readonly lockedUntil: Date } | undefined> =>
  (
    await database.query<{ failures: number; lockedUntil: Date }>(
      'SELECT failures, locked_until AS "lockedUntil" FROM sign_in_attempts WHERE key = $1',
      [key],
    )
  ).rows[0];

export const clearAttempts = async (database: Queryable, key: string): Promise<void> => {
  await database.query('DELETE FROM sign_in_attempts WHERE key = $1', [key]);
};

/** At most `max` mails in a time. */
export interface MailLimit {
  /** Counts only mails that known (or unknown) devices requested; all if unset. */
  readonly knownDevice?: boolean;
  /** Counts only mails of this purpose; all if unset. */
  readonly purpose?: Purpose;
  readonly max: number;
  /** At most a day. */
  readonly windowMs: number;
}

/** Whether a code is sent, and when the next one can be. */
export interface MailSlot {
  readonly isGranted: boolean;
  readonly nextAt: Date;
}

interface MailRequest {
  readonly mailbox: string;
  readonly purpose: Purpose;
  readonly knownDevice: boolean;
}

/**
 * Reserves the sending of a code to a mailbox. Must run in a transaction: requests for the same mailbox wait until it
 * ends.
 */
export const reserveMailSlot = async (
  connection: Queryable,
  { mailbox, purpose, knownDevice }: MailRequest,
  now: Date,
  limits: readonly MailLimit[],
): Promise<MailSlot> => {
  await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`email:${mailbox}`]);
  const { rows: sent } = await connection.query<{ sentAt: Date; purpose: string; knownDevice: boolean }>(
    `SELECT sent_at AS "sentAt", purpose, known_device AS "knownDevice" FROM code_mails
     WHERE email = $1 AND sent_at > $2 ORDER BY sent_at DESC`,
    [mailbox, addMs(now, -DAY_MS)],
  );
  const findNext = (mails: typeof sent): number =>
    Math.max(
      ...limits.map(({ max, windowMs, ...counted }) => {
        const last = mails.filter(
          (mail) =>
            mail.knownDevice === (counted.knownDevice ?? mail.knownDevice) &&
            mail.purpose === (counted.purpose ?? mail.purpose),
        )[max - 1];
        return last ? last.sentAt.getTime() + windowMs : 0;
      }),
    );
  const isGranted = findNext(sent) <= now.getTime();
  if (isGranted)
    await insertRow<typeof codeMailsTable>(connection, 'code_mails', {
      email: mailbox,
      purpose,
      knownDevice,
      sentAt: now,
    });
  const nextAt = findNext(isGranted ? [{ sentAt: now, purpose, knownDevice }, ...sent] : sent);
  return { isGranted, nextAt: new Date(nextAt) };
};

/** Deletes codes, links and requests for them that no rule needs anymore. */
export const deleteOldCodes = async (database: Queryable, now: Date, before: Date): Promise<void> => {
  await deleteInBatches(database, 'challenges', 'expires_at <= $1', [now]);
  await deleteInBatches(database, 'reset_grants', 'expires_at <= $1', [now]);
  await deleteInBatches(database, 'mailed_codes', 'sent_at <= $1', [before]);
  await deleteInBatches(database, 'code_mails', 'sent_at <= $1', [before]);
};

/** Deletes counts of attempts that no limit needs anymore. */
export const deleteOldAttempts = async (database: Queryable, now: Date, before: Date): Promise<void> => {
  await deleteInBatches(database, 'counters', 'resets_at <= $1', [now]);
  await deleteInBatches(database, 'sign_in_attempts', 'updated_at <= $1', [before]);
};
