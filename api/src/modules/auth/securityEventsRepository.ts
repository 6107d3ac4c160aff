import type { HistoryKind } from '@shop/contracts';
import type { Database, Queryable } from '../../database/Database';
import { deleteInBatches } from '../../database/deleteInBatches';
import { insertRow } from '../../database/insertRow';
import type { accountEventsTable } from './accountsTables';

const EVENT_WINDOW_MS = 24 * 3_600_000;

/** Failures and requested resets, with or without an account. */
type SecurityEventKind = Extract<HistoryKind, 'sign-in-failed' | 'code-failed' | 'reset-requested'>;

export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** Null if the address has no account. */
  readonly accountId: string | null;
  /** HMAC of the network. */
  readonly network: string;
  /** Such as "Chrome on Windows". */
  readonly device: string;
}

/** Counts an event. Must run in a transaction, which serializes events of the same kind and account. */
export const countEvent = async (
  connection: Queryable,
  { kind, accountId, network, device }: SecurityEvent,
  now: Date,
): Promise<void> => {
  if (accountId === null) return insertAnonymousEvent(connection, { kind, accountId, network, device }, now);
  await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`event:${kind}:${accountId}`]);
  const updated = await connection.query(
    'UPDATE account_events SET times = times + 1 WHERE id = (SELECT id FROM account_events WHERE account_id = $1 AND kind = $2 AND created_at > $3 ORDER BY id DESC LIMIT 1)',
    [accountId, kind, new Date(now.getTime() - EVENT_WINDOW_MS)],
  );
  if (updated.rowCount === 0)
    await insertRow<typeof accountEventsTable>(connection, 'account_events', {
      kind,
      accountId,
      network,
      detail: device,
      createdAt: now,
    });
};

/** Records a failure without an account in one statement, because these are the most frequent. */
const insertAnonymousEvent = async (
  database: Queryable,
  { kind, network, device }: SecurityEvent,
  now: Date,
): Promise<void> => {
  await database.query(
    `WITH counted AS (
       UPDATE account_events SET times = times + 1
       WHERE id = (SELECT id FROM account_events WHERE account_id IS NULL AND network = $2 AND kind = $1 AND created_at > $5 ORDER BY id DESC LIMIT 1) RETURNING id)
     INSERT INTO account_events (kind, network, detail, created_at) SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM counted)`,
    [kind, network, device, now, new Date(now.getTime() - EVENT_WINDOW_MS)],
  );
};

/** Records a failure. Failures of one account within a day share a row, even concurrent ones. */
export const insertSecurityEvent = async (database: Database, event: SecurityEvent, now: Date): Promise<void> => {
  const { accountId } = event;
  if (accountId === null) return insertAnonymousEvent(database, event, now);
  return database.transaction((connection) => countEvent(connection, { ...event, accountId }, now));
};

/** Failures at addresses without an account. */
export const deleteOldStrangersEvents = async (database: Queryable, before: Date): Promise<void> => {
  await deleteInBatches(database, 'account_events', 'account_id IS NULL AND created_at <= $1', [before]);
};

/** Failures at an account; what its owner did stays with it. */
export const deleteOldFailures = async (database: Queryable, before: Date): Promise<void> => {
  await deleteInBatches(
    database,
    'account_events',
    "kind IN ('sign-in-failed', 'code-failed', 'reset-requested') AND created_at <= $1",
    [before],
  );
};

export interface ListedSecurityEvent {
  readonly createdAt: Date;
  readonly kind: HistoryKind;
  readonly times: number;
  readonly email: string | null;
  readonly network: string | null;
  readonly detail: string;
}

/** Returns the newest events of one account, or of all, without those of orders. */
export const findSecurityEvents = async (
  database: Queryable,
  email: string | null,
  limit: number,
): Promise<ListedSecurityEvent[]> =>
  (
    await database.query<ListedSecurityEvent>(
      `SELECT e.created_at AS "createdAt", e.kind, e.times, a.email, e.network, e.detail
     FROM account_events e LEFT JOIN accounts a ON a.id = e.account_id
     WHERE e.kind NOT LIKE 'order-%' AND ($1::text IS NULL OR a.email = $1) ORDER BY e.id DESC LIMIT $2`,
      [email, limit],
    )
  ).rows;
