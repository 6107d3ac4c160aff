import type { Queryable } from '../../database/Database';
import { deleteInBatches } from '../../database/deleteInBatches';
import { insertRow } from '../../database/insertRow';
import type { LockedAccount } from './accountsRepository';
import type { sessionsTable } from './accountsTables';

export interface NewSession {
  readonly id: string;
  readonly secretHash: string;
  readonly accountId: string;
  readonly device: string;
  readonly remembered: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const insertSession = async (database: Queryable, session: NewSession): Promise<void> => {
  await insertRow<typeof sessionsTable>(database, 'sessions', { ...session, lastSeenAt: session.createdAt });
};

export interface LiveSession {
  readonly id: string;
  readonly accountId: string;
  readonly lastSeenAt: Date;
  readonly remembered: boolean;
}

/** Finds the session of a secret, unless it has expired or was idle for too long. */
export const findLiveSession = async (
  database: Queryable,
  secretHash: string,
  now: Date,
  idleSince: Date,
): Promise<LiveSession | undefined> =>
  (
    await database.query<LiveSession>({
      name: 'live-session',
      text: `SELECT id, account_id AS "accountId", last_seen_at AS "lastSeenAt", remembered FROM sessions
           WHERE secret_hash = $1 AND expires_at > $2 AND last_seen_at > $3`,
      values: [secretHash, now, idleSince],
    })
  ).rows[0];

/** True if the session still exists. The lock on the account keeps the result valid. */
export const hasSession = async (
  connection: Queryable,
  { id: accountId }: LockedAccount,
  id: string,
): Promise<boolean> =>
  (await connection.query('SELECT 1 FROM sessions WHERE account_id = $1 AND id = $2', [accountId, id])).rowCount === 1;

export const touchSession = async (database: Queryable, id: string, now: Date): Promise<void> => {
  await database.query('UPDATE sessions SET last_seen_at = $2 WHERE id = $1', [id, now]);
};

export const findSessions = async (
  database: Queryable,
  accountId: string,
  now: Date,
  idleSince: Date,
): Promise<{ id: string; device: string; createdAt: Date; lastSeenAt: Date }[]> =>
  (
    await database.query<{ id: string; device: string; createdAt: Date; lastSeenAt: Date }>(
      `SELECT id, device, created_at AS "createdAt", last_seen_at AS "lastSeenAt" FROM sessions
     WHERE account_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC, created_at DESC`,
      [accountId, now, idleSince],
    )
  ).rows;

export const deleteSession = async (database: Queryable, accountId: string, id: string): Promise<boolean> => {
  const deleted = await database.query('DELETE FROM sessions WHERE account_id = $1 AND id = $2', [accountId, id]);
  return deleted.rowCount === 1;
};

export const deleteSessionBySecret = async (database: Queryable, secretHash: string): Promise<void> => {
  await database.query('DELETE FROM sessions WHERE secret_hash = $1', [secretHash]);
};

export const deleteSessions = async (database: Queryable, accountId: string): Promise<void> => {
  await database.query('DELETE FROM sessions WHERE account_id = $1', [accountId]);
};

export const deleteExpiredSessions = async (database: Queryable, now: Date, idleSince: Date): Promise<void> => {
  await deleteInBatches(database, 'sessions', 'expires_at <= $1 OR last_seen_at <= $2', [now, idleSince]);
};
