import type { Queryable } from '../../database/Database';
import { deleteInBatches } from '../../database/deleteInBatches';
import { insertRow } from '../../database/insertRow';
import type { mailsTable } from './mailsTable';

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly code?: string;
  /** Name beside the sender's address; that of MAIL_FROM if unset. */
  readonly fromName?: string;
  /** Reply-To address; replies go to the shop if unset. */
  readonly replyTo?: string;
  /** When nothing of it is kept any more, sent or not. */
  readonly forgetAt?: Date;
}

export interface QueuedMail extends Omit<NewMail, 'replyTo' | 'fromName' | 'forgetAt'> {
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly id: number;
  readonly attempts: number;
}

export const insertMail = async (
  database: Queryable,
  { to: recipient, ...mail }: NewMail,
  now: Date,
  dueAt = now,
): Promise<void> => {
  await insertRow<typeof mailsTable>(database, 'mails', { ...mail, recipient, createdAt: now, nextAttemptAt: dueAt });
};

/**
 * Takes the mails that were to wait out of the queue, of those whose subject has this text. Returns false if there is
 * none, because it was sent before, or is being sent.
 */
export const withdrawWaitingMails = async (connection: Queryable, to: string, text: string): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `DELETE FROM mails WHERE sent_at IS NULL AND attempts = 0 AND next_attempt_at > created_at AND recipient = $1
     AND strpos(subject, $2) > 0`,
    [to, text],
  );
  return (rowCount ?? 0) > 0;
};

/**
 * Leases the next due mail until `leaseUntil`, when other processes can take it over if this one has died. One at a
 * time: a slow mail server must not let the leases of the following mails expire before they are sent.
 */
export const leaseDueMail = async (
  database: Queryable,
  now: Date,
  leaseUntil: Date,
): Promise<QueuedMail | undefined> => {
  const { rows } = await database.query<QueuedMail>(
    `UPDATE mails SET attempts = attempts + 1, next_attempt_at = $2
     WHERE id = (SELECT id FROM mails WHERE sent_at IS NULL AND next_attempt_at <= $1 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, attempts, recipient AS "to", from_name AS "fromName", reply_to AS "replyTo", subject, text, html`,
    [now, leaseUntil],
  );
  return rows[0];
};

/** Deletes the contents of a mail, which may contain a code. */
export const REDACTED_SQL = "text = '', html = '', code = NULL, reply_to = NULL";

/** Condition for mails that wait and were created by $1; null means at any time. */
export const QUEUED_SQL = 'sent_at IS NULL AND ($1::timestamptz IS NULL OR created_at <= $1)';

/** Counts the mails that wait, with `until` those that were created by then. */
export const countQueuedMails = async (database: Queryable, until: Date | null = null): Promise<number> => {
  const { rows } = await database.query<{ queued: number }>(
    `SELECT count(*)::int AS queued FROM mails WHERE ${QUEUED_SQL}`,
    [until],
  );
  return rows[0]?.queued ?? 0;
};

export const markMailSent = async (database: Queryable, id: number, now: Date): Promise<void> => {
  await database.query('UPDATE mails SET sent_at = $2, last_error = NULL WHERE id = $1', [id, now]);
};

export const redactMailBody = async (database: Queryable, id: number): Promise<void> => {
  await database.query(`UPDATE mails SET ${REDACTED_SQL} WHERE id = $1`, [id]);
};

export const markMailFailed = async (
  database: Queryable,
  id: number,
  reason: string,
  nextAttemptAt: Date,
): Promise<void> => {
  await database.query('UPDATE mails SET last_error = $2, next_attempt_at = $3 WHERE id = $1', [
    id,
    reason,
    nextAttemptAt,
  ]);
};

/** Deletes mails that were sent, or were to be, before an instant. */
export const deleteOldMails = async (database: Queryable, before: Date): Promise<void> => {
  await deleteInBatches(database, 'mails', 'sent_at <= $1 OR (sent_at IS NULL AND created_at <= $1)', [before]);
};

/** Deletes the last mails to erased customers. */
export const deleteLastMails = async (database: Queryable, now: Date): Promise<void> => {
  await database.query('DELETE FROM mails WHERE forget_at IS NOT NULL AND (forget_at <= $1 OR sent_at <= $1)', [now]);
};

export interface MailboxEntry {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly code?: string;
}

const MAILBOX_SIZE = 200;

/** Returns the newest mails first. */
export const findNewestMails = async (database: Queryable): Promise<MailboxEntry[]> => {
  const { rows } = await database.query<MailboxEntry & { code: string | null }>(
    `SELECT recipient AS "to", subject, text, html, code FROM mails ORDER BY id DESC LIMIT ${MAILBOX_SIZE}`,
  );
  return rows.map(({ code, ...mail }) => (code === null ? mail : { ...mail, code }));
};
