import type { Queryable } from '../../database/Database';
import { countQueuedMails, QUEUED_SQL, REDACTED_SQL } from './mailsRepository';

export interface MailPage {
  readonly page: number;
  readonly pageSize: number;
}

export interface ListedMail {
  readonly id: number;
  readonly created_at: Date;
  readonly to: string;
  readonly subject: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

/** Returns a page of the mails that wait to be sent, in their sequence. For commands, never for requests. */
export const findQueuedMails = async (
  database: Queryable,
  { page, pageSize }: MailPage,
): Promise<{ readonly items: ListedMail[]; readonly total: number }> => {
  const { rows } = await database.query<ListedMail>(
    `SELECT id, created_at, recipient AS "to", subject, attempts, last_error FROM mails WHERE ${QUEUED_SQL}
     ORDER BY id LIMIT $2 OFFSET $3`,
    [null, pageSize, (page - 1) * pageSize],
  );
  return { items: rows, total: await countQueuedMails(database) };
};

/** Marks waiting mails as sent and deletes their contents. Returns how many there were. */
export const markQueuedMailsSent = async (connection: Queryable, until: Date | null, now: Date): Promise<number> => {
  const { rowCount } = await connection.query(
    `UPDATE mails SET sent_at = $2, last_error = NULL, ${REDACTED_SQL} WHERE ${QUEUED_SQL}`,
    [until, now],
  );
  return rowCount ?? 0;
};

export interface SentMail extends ListedMail {
  /** Null if it waits. */
  readonly sent_at: Date | null;
}

/** Returns the mails to an address whose subject has this text, oldest first. For commands, never for requests. */
export const findMailsAbout = async (database: Queryable, to: string, text: string): Promise<SentMail[]> => {
  const { rows } = await database.query<SentMail>(
    `SELECT id, created_at, recipient AS "to", subject, attempts, last_error, sent_at FROM mails
     WHERE recipient = $1 AND strpos(subject, $2) > 0 ORDER BY id`,
    [to, text],
  );
  return rows;
};
