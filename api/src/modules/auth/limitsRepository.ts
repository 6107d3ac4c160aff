import type { Queryable } from '../../database/Database';
import { deleteExpiredCounters } from '../../limits/countersRepository';
import { deleteOldSecurityEvents } from './securityEventsRepository';

/**
 * Counts a sign-in as failed before it is checked, so that a hundred at once are not all checked. After `freeFailures`
 * each one locks the key for 2^n s, at most `longestMs`. Answers undefined where it may go on, else until when the key
 * is locked.
 */
export const beginAttempt = async (
  database: Queryable,
  key: string,
  now: Date,
  { freeFailures, longestMs, forgottenBefore }: { freeFailures: number; longestMs: number; forgottenBefore: Date },
): Promise<Date | undefined> => {
  const begun = await database.query(
    `INSERT INTO sign_in_attempts AS a (key, failures, locked_until, updated_at) VALUES ($1, 1, $2, $2)
     ON CONFLICT (key) DO UPDATE SET
       failures = CASE WHEN a.updated_at < $5 THEN 1 ELSE a.failures + 1 END,
       locked_until = $2::timestamptz + CASE WHEN a.updated_at < $5 OR a.failures + 1 < $3 THEN interval '0'
         ELSE least(power(2, least(a.failures + 2 - $3, 20)) * 1000, $4) * interval '1 millisecond' END,
       updated_at = $2
     WHERE a.locked_until <= $2
     RETURNING failures`,
    [key, now, freeFailures, longestMs, forgottenBefore],
  );
  if (begun.rowCount === 1) return undefined;
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
  /** Counts only the mails that such devices asked for; undefined: all. */
  readonly knownDevice?: boolean;
  readonly most: number;
  readonly since: Date;
}

interface MailAsker {
  readonly mailbox: string;
  readonly network: string;
  readonly knownDevice: boolean;
}

/**
 * Takes a turn to send a code, where every limit allows it. Inside a transaction: others of the same address or network
 * wait for its end.
 */
export const reserveMailSlot = async (
  database: Queryable,
  { mailbox, network, knownDevice }: MailAsker,
  now: Date,
  limits: readonly MailLimit[],
): Promise<boolean> => {
  for (const key of [`email:${mailbox}`, `network:${network}`])
    await database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  for (const { of, knownDevice: counted = null, most, since } of limits) {
    const { rows } = await database.query<{ sent: number }>(
      `SELECT count(*)::int AS sent FROM code_mails WHERE ${of} = $1 AND sent_at > $2 AND ($3::boolean IS NULL OR known_device = $3)`,
      [of === 'email' ? mailbox : network, since, counted],
    );
    if ((rows[0]?.sent ?? 0) >= most) return false;
  }
  await database.query('INSERT INTO code_mails (email, network, known_device, sent_at) VALUES ($1, $2, $3, $4)', [
    mailbox,
    network,
    knownDevice,
    now,
  ]);
  return true;
};

/** Removes what no rule asks for any more. */
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
