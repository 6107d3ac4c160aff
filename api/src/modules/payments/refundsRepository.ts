import type { Actor } from '../../audit/Actor';
import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import type { refundsTable } from './paymentsTables';

/** Pieces of an order's line. */
export interface RefundedPieces {
  readonly position: number;
  readonly quantity: number;
  /** Whether they go back to the stock. */
  readonly restock: boolean;
}

type RefundState = 'due' | 'sent' | 'failed' | 'canceled';

export interface StoredRefund {
  readonly id: string;
  readonly orderNumber: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly lines: readonly RefundedPieces[];
  readonly reason: string;
  readonly state: RefundState;
  readonly actor: Actor;
  readonly createdAt: Date;
  readonly sendAfter: Date;
  readonly attempts: number;
  readonly providerId: string | null;
  readonly appliedAt: Date | null;
  readonly failure: string;
}

const COLUMNS = `id, order_number AS "orderNumber", payment_id AS "paymentId", amount_cents AS "amountCents", currency, lines, reason,
  state, actor, created_at AS "createdAt", send_after AS "sendAfter", attempts, provider_id AS "providerId", applied_at AS "appliedAt", failure`;

type NewRefund = Pick<
  StoredRefund,
  | 'id'
  | 'orderNumber'
  | 'paymentId'
  | 'amountCents'
  | 'currency'
  | 'lines'
  | 'reason'
  | 'actor'
  | 'createdAt'
  | 'sendAfter'
>;

/** Inserts a refund that is due. Returns false if its id was used before. */
export const insertRefund = (connection: Queryable, { lines, ...refund }: NewRefund): Promise<boolean> =>
  insertRow<typeof refundsTable>(
    connection,
    'refunds',
    { ...refund, lines: JSON.stringify(lines), state: 'due' },
    'ON CONFLICT (id) DO NOTHING',
  );

/** Records money that the provider has sent back without being asked by the shop. */
export const insertForeignRefund = async (
  connection: Queryable,
  refund: Omit<NewRefund, 'lines' | 'sendAfter'> & { readonly providerId: string },
): Promise<void> => {
  const { createdAt } = refund;
  await insertRow<typeof refundsTable>(
    connection,
    'refunds',
    { ...refund, lines: '[]', state: 'sent', sendAfter: createdAt, appliedAt: createdAt, confirmedAt: createdAt },
    'ON CONFLICT (payment_id, provider_id) DO NOTHING',
  );
};

export const findRefund = async (
  connection: Queryable,
  by: { readonly id: string } | { readonly paymentId: string; readonly providerId: string },
): Promise<StoredRefund | undefined> => {
  const [condition, values] =
    'id' in by ? ['id = $1', [by.id]] : ['payment_id = $1 AND provider_id = $2', [by.paymentId, by.providerId]];
  const { rows } = await connection.query<StoredRefund>(`SELECT ${COLUMNS} FROM refunds WHERE ${condition}`, values);
  return rows[0];
};

/** Returns the refunds of an order, oldest first. */
export const findRefunds = async (connection: Queryable, orderNumber: string): Promise<StoredRefund[]> => {
  const { rows } = await connection.query<StoredRefund>(
    `SELECT ${COLUMNS} FROM refunds WHERE order_number = $1 ORDER BY created_at, id`,
    [orderNumber],
  );
  return rows;
};

/**
 * Claims the next refund that is due, or with `ids` one of these at once. A claim older than `expiredBefore` belongs to
 * a process that died.
 */
export const claimDueRefund = async (
  database: Queryable,
  { now, expiredBefore, ids }: { readonly now: Date; readonly expiredBefore: Date; readonly ids?: readonly string[] },
): Promise<StoredRefund | undefined> => {
  const { rows } = await database.query<StoredRefund>(
    `UPDATE refunds SET claimed_at = $1, attempts = attempts + 1 WHERE id = (
       SELECT id FROM refunds WHERE state = 'due' AND (claimed_at IS NULL OR claimed_at <= $2)
         AND CASE WHEN $3::text[] IS NULL THEN send_after <= $1 ELSE id = ANY($3) END
       ORDER BY send_after LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [now, expiredBefore, ids ?? null],
  );
  return rows[0];
};

/** Lets go of a claimed refund until later. */
export const postponeRefund = async (database: Queryable, id: string, until: Date): Promise<void> => {
  await database.query("UPDATE refunds SET claimed_at = NULL, send_after = $2 WHERE id = $1 AND state = 'due'", [
    id,
    until,
  ]);
};

/** Marks a refund as sent. Returns false if it was before, or if the provider said that it failed, which is final. */
export const markRefundSent = async (
  connection: Queryable,
  id: string,
  { providerId, confirmedAt }: { readonly providerId: string | null; readonly confirmedAt: Date | null },
): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `UPDATE refunds SET state = 'sent', provider_id = $2, confirmed_at = $3, claimed_at = NULL, failure = ''
     WHERE id = $1 AND (state = 'due' OR (state = 'failed' AND provider_id IS DISTINCT FROM $2))`,
    [id, providerId, confirmedAt],
  );
  return rowCount === 1;
};

/** Marks a sent refund as arrived. */
export const confirmRefund = async (connection: Queryable, id: string, now: Date): Promise<void> => {
  await connection.query(
    "UPDATE refunds SET confirmed_at = $2 WHERE id = $1 AND state = 'sent' AND confirmed_at IS NULL",
    [id, now],
  );
};

/** Marks a refund as failed. Returns false if it was before, or was taken back. */
export const markRefundFailed = async (
  connection: Queryable,
  id: string,
  { failure, providerId }: { readonly failure: string; readonly providerId: string | null },
  now: Date,
): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `UPDATE refunds SET state = 'failed', failure = $2, provider_id = coalesce($3, provider_id), confirmed_at = $4, claimed_at = NULL
     WHERE id = $1 AND state IN ('due', 'sent')`,
    [id, failure, providerId, now],
  );
  return rowCount === 1;
};

export const markRefundApplied = async (connection: Queryable, id: string, now: Date): Promise<void> => {
  await connection.query('UPDATE refunds SET applied_at = $2 WHERE id = $1', [id, now]);
};

/** Takes back refunds that nobody has begun to send: one of them, or all of an order. Returns their ids. */
export const takeBackRefunds = async (
  connection: Queryable,
  { orderNumber, id }: { readonly orderNumber: string; readonly id?: string },
): Promise<string[]> => {
  const { rows } = await connection.query<{ id: string }>(
    `UPDATE refunds SET state = 'canceled' WHERE order_number = $1 AND ($2::text IS NULL OR id = $2)
       AND state = 'due' AND attempts = 0 AND claimed_at IS NULL RETURNING id`,
    [orderNumber, id ?? null],
  );
  return rows.map((row) => row.id);
};

/** Condition for a payment `p` that is owed: of one that was disputed and lost, the bank has given the money back. */
export const OWED_PAYMENT_SQL = "(p.status = 'refund-due' AND p.dispute IS DISTINCT FROM 'lost')";

/**
 * Condition for a refund `r` that failed and whose money is still owed: since then, less of its payment has gone back,
 * or is about to, than had failed together with it. A repeated refund is another row, and nothing says of which.
 */
export const OWED_REFUND_SQL = `(r.state = 'failed'
  AND EXISTS (SELECT 1 FROM payments p WHERE p.id = r.payment_id AND p.status <> 'refunded' AND p.dispute IS DISTINCT FROM 'lost')
  AND (SELECT sum(CASE o.state WHEN 'failed' THEN o.amount_cents ELSE -o.amount_cents END) FROM refunds o
    WHERE o.payment_id = r.payment_id AND CASE o.state
      WHEN 'failed' THEN o.id = r.id OR (o.created_at < r.confirmed_at AND o.confirmed_at >= r.confirmed_at)
      WHEN 'canceled' THEN false
      ELSE o.created_at >= r.confirmed_at END) > 0)`;

/** A payment that was received for an order, and what is left of it. */
export interface ReceivedPayment {
  readonly id: string;
  readonly provider: string;
  readonly status: 'paid' | 'refund-due' | 'refunded';
  readonly pageId: string | null;
  readonly reference: string | null;
  readonly dispute: 'open' | 'won' | 'lost' | null;
  readonly receivedCents: number;
  readonly currency: string;
  /** Received, less what went back or is about to. */
  readonly leftCents: number;
}

const RECEIVED_SQL = `SELECT p.id, p.provider, p.status, p.page_id AS "pageId", p.reference, p.dispute,
    coalesce(p.received_cents, p.amount_cents) AS "receivedCents", coalesce(p.received_currency, 'USD') AS currency,
    CASE WHEN p.status = 'refunded' THEN 0 ELSE coalesce(p.received_cents, p.amount_cents) -
      (SELECT coalesce(sum(r.amount_cents), 0)::int FROM refunds r WHERE r.payment_id = p.id AND r.state IN ('due', 'sent')) END AS "leftCents"
  FROM payments p WHERE p.status IN ('paid', 'refund-due', 'refunded')`;

/**
 * What a paid order of a row of `orders` brings, in cents: its total, less what was given back of it or is about to be.
 * Money that came twice and went back once was never revenue.
 */
export const BROUGHT_SQL = `(SELECT orders.total_cents::bigint -
    greatest(0, least(coalesce(sum(r."receivedCents"), 0), orders.total_cents) - greatest(0, coalesce(sum(r."leftCents"), 0)))
  FROM (${RECEIVED_SQL} AND p.order_number = orders.number) r WHERE r.currency = 'USD')`;

/** Returns an order's received payments, oldest first. */
export const findReceived = async (connection: Queryable, orderNumber: string): Promise<ReceivedPayment[]> => {
  const { rows } = await connection.query<ReceivedPayment>(
    `${RECEIVED_SQL} AND p.order_number = $1 ORDER BY p.created_at, p.id`,
    [orderNumber],
  );
  return rows;
};

/** Locks an order's payments until the transaction ends, and returns those that were received, oldest first. */
export const lockReceived = async (connection: Queryable, orderNumber: string): Promise<ReceivedPayment[]> => {
  await connection.query('SELECT 1 FROM payments WHERE order_number = $1 ORDER BY id FOR UPDATE', [orderNumber]);
  return findReceived(connection, orderNumber);
};

export const setPaymentStatus = async (
  connection: Queryable,
  id: string,
  status: ReceivedPayment['status'],
  now: Date,
): Promise<void> => {
  await connection.query('UPDATE payments SET status = $2, settled_at = $3 WHERE id = $1 AND status <> $2', [
    id,
    status,
    now,
  ]);
};

/** Marks a payment as refunded if all of it was sent back. */
export const closeRefundedPayment = async (connection: Queryable, id: string, now: Date): Promise<void> => {
  await connection.query(
    `UPDATE payments p SET status = 'refunded', settled_at = $2 WHERE id = $1 AND status IN ('paid', 'refund-due')
       AND coalesce(p.received_cents, p.amount_cents) <=
         (SELECT sum(r.amount_cents) FROM refunds r WHERE r.payment_id = p.id AND r.state = 'sent')`,
    [id, now],
  );
};

/** Payments that an earlier release has marked: without rows for what went back, or must go back. */
export const findPaymentsWithoutRefunds = async (
  database: Queryable,
): Promise<{ readonly id: string; readonly orderNumber: string }[]> => {
  const { rows } = await database.query<{ id: string; orderNumber: string }>(
    `SELECT p.id, p.order_number AS "orderNumber" FROM payments p
     WHERE p.status = 'refund-due' AND p.provider NOT IN ('bank', 'cash') AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id)`,
  );
  return rows;
};
