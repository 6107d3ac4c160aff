import type { ContactMessage } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { deleteInBatches } from '../../database/deleteInBatches';

interface NewContactMessage extends Omit<ContactMessage, 'website'> {
  readonly spam: boolean;
  readonly fingerprint: string;
}

/**
 * Stores a message, unless an identical one was stored since `since`. Returns true if it was stored. Must run in a
 * transaction, which serializes identical messages.
 */
export const insertContactMessage = async (
  connection: Queryable,
  { store, name, email, subject, message, spam, fingerprint }: NewContactMessage,
  now: Date,
  since: Date,
): Promise<boolean> => {
  await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`contact:${fingerprint}`]);
  const { rowCount } = await connection.query(
    `INSERT INTO contact_messages (store, name, email, subject, message, spam, fingerprint, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE NOT EXISTS (SELECT 1 FROM contact_messages WHERE fingerprint = $7 AND created_at > $9)`,
    [store, name, email, subject, message, spam, fingerprint, now, since],
  );
  return rowCount === 1;
};

/** Deletes messages older than the retention period on the privacy page. */
export const deleteOldContactMessages = async (database: Queryable, before: Date): Promise<void> => {
  await deleteInBatches(database, 'contact_messages', 'created_at <= $1', [before]);
};
