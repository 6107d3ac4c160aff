import type { Queryable } from '../../database/Database';
import type { PaymentEvent } from './PaymentProvider';

export interface Payment {
  readonly id: string;
  readonly orderNumber: string;
  readonly status: 'open' | 'paid' | 'failed' | 'refund-due' | 'refunded';
  readonly amountCents: number;
}

const COLUMNS = 'id, order_number AS "orderNumber", status, amount_cents AS "amountCents"';

/** The payment of an order that is open already, so that a second press pays the same one. */
export const findOpenPayment = async (database: Queryable, orderNumber: string): Promise<Payment | undefined> => {
  const { rows } = await database.query<Payment>(
    `SELECT ${COLUMNS} FROM payments WHERE order_number = $1 AND status = 'open' ORDER BY created_at DESC LIMIT 1`,
    [orderNumber],
  );
  return rows[0];
};

export const insertPayment = async (
  database: Queryable,
  { id, orderNumber, amountCents }: Omit<Payment, 'status'>,
  provider: string,
  now: Date,
): Promise<void> => {
  await database.query(
    `INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at) VALUES ($1, $2, $3, 'open', $4, $5)`,
    [id, orderNumber, provider, amountCents, now],
  );
};

/** A payment, held until the transaction ends: its messages take turns. */
export const lockPayment = async (connection: Queryable, id: string): Promise<Payment | undefined> => {
  const { rows } = await connection.query<Payment>(`SELECT ${COLUMNS} FROM payments WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0];
};

/** Notes a message; false where it was noted before. */
export const noteEvent = async (
  connection: Queryable,
  { id, paymentId, kind }: PaymentEvent,
  now: Date,
): Promise<boolean> => {
  const noted = await connection.query(
    'INSERT INTO payment_events (id, payment_id, kind, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING',
    [id, paymentId, kind, now],
  );
  return noted.rowCount === 1;
};

export const settlePayment = async (
  connection: Queryable,
  id: string,
  status: Payment['status'],
  now: Date,
): Promise<void> => {
  await connection.query('UPDATE payments SET status = $2, settled_at = $3 WHERE id = $1', [id, status, now]);
};

/** Keeps what came, which may be another amount than was asked for. */
export const noteReceived = async (
  connection: Queryable,
  { paymentId, amountCents, currency }: PaymentEvent,
): Promise<void> => {
  await connection.query('UPDATE payments SET received_cents = $2, received_currency = $3 WHERE id = $1', [
    paymentId,
    amountCents,
    currency,
  ]);
};

/** An order that waits for its payment is paid, in one statement: of two payments at once, one gets true. */
export const markOrderPaid = async (connection: Queryable, orderNumber: string): Promise<boolean> => {
  const paid = await connection.query(
    `UPDATE orders SET status = 'processing', payment_instructions = '' WHERE number = $1 AND status = 'pending-payment'`,
    [orderNumber],
  );
  return paid.rowCount === 1;
};

/** What was paid for a cancelled order is owed back; whether anything was. */
export const markRefundDue = async (connection: Queryable, orderNumber: string, now: Date): Promise<boolean> => {
  const owed = await connection.query(
    `UPDATE payments SET status = 'refund-due', settled_at = $2 WHERE order_number = $1 AND status = 'paid'`,
    [orderNumber, now],
  );
  return (owed.rowCount ?? 0) > 0;
};

/** Money that came for an order. */
export interface TakenPayment {
  readonly id: string;
  readonly provider: string;
  readonly status: 'paid' | 'refund-due' | 'refunded';
  readonly amountCents: number;
  readonly currency: string;
}

/**
 * What was taken for an order, in the order it came in; what came is what was asked for unless it was noted otherwise.
 */
export const findTakenPayments = async (database: Queryable, orderNumber: string): Promise<TakenPayment[]> => {
  const { rows } = await database.query<TakenPayment>(
    `SELECT id, provider, status, coalesce(received_cents, amount_cents) AS "amountCents", coalesce(received_currency, 'USD') AS currency
     FROM payments WHERE order_number = $1 AND status IN ('paid', 'refund-due', 'refunded') ORDER BY created_at, id`,
    [orderNumber],
  );
  return rows;
};

/**
 * Takes the turn to send a payment back; false where another has it, or where it is sent already. A turn taken before
 * `lostBefore` is that of a process that died.
 */
export const claimRefund = async (database: Queryable, id: string, now: Date, lostBefore: Date): Promise<boolean> => {
  const claimed = await database.query(
    `UPDATE payments SET refund_claimed_at = $2 WHERE id = $1 AND status = 'refund-due' AND (refund_claimed_at IS NULL OR refund_claimed_at <= $3)`,
    [id, now, lostBefore],
  );
  return claimed.rowCount === 1;
};

/** Gives the turn of that moment back. */
export const unclaimRefund = async (database: Queryable, id: string, claimedAt: Date): Promise<void> => {
  await database.query('UPDATE payments SET refund_claimed_at = NULL WHERE id = $1 AND refund_claimed_at = $2', [
    id,
    claimedAt,
  ]);
};

/** The money is on its way back; true for the first who says so. */
export const markRefunded = async (
  connection: Queryable,
  id: string,
  refundId: string,
  now: Date,
): Promise<boolean> => {
  const refunded = await connection.query(
    `UPDATE payments SET status = 'refunded', refund_id = $2, settled_at = $3, refund_claimed_at = NULL WHERE id = $1 AND status = 'refund-due'`,
    [id, refundId, now],
  );
  return refunded.rowCount === 1;
};
