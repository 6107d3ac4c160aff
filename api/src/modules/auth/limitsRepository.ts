import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import { deleteExpiredCounters } from '../../limits/countersRepository';
import type { codeMailsTable } from './challengesTables';
import { deleteOldSecurityEvents } from './securityEventsRepository';

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

export interface MailLimit {
  readonly of: 'email' | 'network';
  /** Counts only mails that known (or unknown) devices requested; all if unset. */
  readonly knownDevice?: boolean;
  readonly max: number;
  readonly since: Date;
}

interface MailRequest {
  readonly mailbox: string;
  readonly network: string;
  readonly knownDevice: boolean;
}

/**
 * Reserves the sending of a code. Returns false if a limit is reached. Must run in a transaction: requests of the same
 * address or network wait until it ends.
 */
export const reserveMailSlot = async (
  database: Queryable,
  { mailbox, network, knownDevice }: MailRequest,
  now: Date,
  limits: readonly MailLimit[],
): Promise<boolean> => {
  for (const key of [`email:${mailbox}`, `network:${network}`])
    await database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  for (const { of, knownDevice: counted = null, max, since } of limits) {
    const { rows } = await database.query<{ sent: number }>(
      `SELECT count(*)::int AS sent FROM code_mails WHERE ${of} = $1 AND sent_at > $2 AND ($3::boolean IS NULL OR known_device = $3)`,
      [of === 'email' ? mailbox : network, since, counted],
    );
    if ((rows[0]?.sent ?? 0) >= max) return false;
  }
  await insertRow<typeof codeMailsTable>(database, 'code_mails', { email: mailbox, network, knownDevice, sentAt: now });
  return true;
};

/** Deletes rows that no rule needs anymore. */
export const deleteExpired = async (database: Queryable, now: Date, dayAgo: Date, idleSince: Date): Promise<void> => {
  await database.query('DELETE FROM challenges WHERE expires_at <= $1', [now]);
  await database.query('DELETE FROM codes WHERE expires_at <= $1', [dayAgo]);
  await database.query('DELETE FROM code_mails WHERE sent_at <= $1', [dayAgo]);
  await deleteExpiredCounters(database, now);
  await database.query('DELETE FROM sign_in_attempts WHERE updated_at <= $1', [dayAgo]);
  await database.query('DELETE FROM reset_grants WHERE expires_at <= $1', [now]);
  await database.query('DELETE FROM sessions WHERE expires_at <= $1 OR last_seen_at <= $2', [now, idleSince]);
  await deleteOldSecurityEvents(database, now);
};
