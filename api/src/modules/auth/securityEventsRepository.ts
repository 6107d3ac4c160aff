import type { HistoryKind } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';

const ONE_ROW_FOR_MS = 24 * 3_600_000;

/** Failures and started resets: what somebody tried, with or without an account. */
type SecurityEventKind = Extract<HistoryKind, 'sign-in-failed' | 'code-failed' | 'reset-requested'>;

export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** Null where the address has no account. */
  readonly accountId: string | null;
  /** HMAC of the network. */
  readonly network: string;
  /** Such as "Chrome on Windows". */
  readonly device: string;
}

/** The row that a failure is counted in: of the same account, or for no account of the same network. */
const findOpenRow = async (database: Queryable, { kind, accountId, network }: SecurityEvent, since: Date): Promise<number | undefined> => {
  const [whose, value] = accountId === null ? ['account_id IS NULL AND network', network] : ['account_id', accountId];
  const { rows } = await database.query<{ id: number }>(`SELECT id FROM account_events WHERE ${whose} = $1 AND kind = $2 AND created_at > $3 ORDER BY id DESC LIMIT 1`, [value, kind, since]);
  return rows[0]?.id;
};

/** Records a failure, inside a transaction: those of a day are one row, also when they come at once. */
export const insertSecurityEvent = async (connection: Queryable, event: SecurityEvent, now: Date): Promise<void> => {
  await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`event:${event.kind}:${event.accountId ?? event.network}`]);
  const open = await findOpenRow(connection, event, new Date(now.getTime() - ONE_ROW_FOR_MS));
  if (open !== undefined) await connection.query('UPDATE account_events SET times = times + 1 WHERE id = $1', [open]);
  else await connection.query('INSERT INTO account_events (kind, account_id, network, detail, created_at) VALUES ($1, $2, $3, $4, $5)', [event.kind, event.accountId, event.network, event.device, now]);
};

/** What concerns no account is of use while it is looked into; what concerns one, for a year. */
export const deleteOldSecurityEvents = async (database: Queryable, now: Date): Promise<void> => {
  await database.query("DELETE FROM account_events WHERE account_id IS NULL AND created_at <= $1::timestamptz - interval '90 days'", [now]);
  await database.query("DELETE FROM account_events WHERE kind IN ('sign-in-failed', 'code-failed', 'reset-requested') AND created_at <= $1::timestamptz - interval '1 year'", [now]);
};

export interface ListedSecurityEvent {
  readonly createdAt: Date;
  readonly kind: HistoryKind;
  readonly times: number;
  readonly email: string | null;
  readonly network: string | null;
  readonly detail: string;
}

/** The newest events of one account, or of all, newest first; what is an order's and not an account's is left out. */
export const findSecurityEvents = async (database: Queryable, email: string | null, limit: number): Promise<ListedSecurityEvent[]> =>
  (await database.query<ListedSecurityEvent>(
    `SELECT e.created_at AS "createdAt", e.kind, e.times, a.email, e.network, e.detail
     FROM account_events e LEFT JOIN accounts a ON a.id = e.account_id
     WHERE e.kind NOT LIKE 'order-%' AND ($1::text IS NULL OR a.email = $1) ORDER BY e.id DESC LIMIT $2`,
    [email, limit],
  )).rows;
