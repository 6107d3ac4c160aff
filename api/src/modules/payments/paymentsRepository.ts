import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import type { PaymentEvent } from './PaymentProvider';
import type { paymentEventsTable, paymentsTable } from './paymentsTables';

export interface Payment {
  readonly id: string;
  readonly orderNumber: string;
  readonly status: 'open' | 'paid' | 'failed' | 'expired' | 'refund-due' | 'refunded';
  readonly amountCents: number;
}

const COLUMNS = 'id, order_number AS "orderNumber", status, amount_cents AS "amountCents"';

/** Finds the order's open payment, so that a second click does not create another one. */
export const findOpenPayment = async (database: Queryable, orderNumber: string): Promise<Payment | undefined> => {
  const { rows } = await database.query<Payment>(
    `SELECT ${COLUMNS} FROM payments WHERE order_number = $1 AND status = 'open' ORDER BY created_at DESC LIMIT 1`,
    [orderNumber],
  );
  return rows[0];
};

export const insertPayment = async (
  database: Queryable,
  payment: Omit<Payment, 'status'>,
  provider: string,
  now: Date,
): Promise<void> => {
  await insertRow<typeof paymentsTable>(database, 'payments', { ...payment, provider, status: 'open', createdAt: now });
};

/** Locks a payment until the transaction ends, which serializes its messages. */
export const lockPayment = async (
  connection: Queryable,
  payment: PaymentEvent['payment'],
): Promise<(Payment & { readonly provider: string }) | undefined> => {
  const [column, value] = 'id' in payment ? ['id', payment.id] : ['reference', payment.reference];
  const { rows } = await connection.query<Payment & { readonly provider: string }>(
    `SELECT ${COLUMNS}, provider FROM payments WHERE ${column} = $1 FOR UPDATE`,
    [value],
  );
  return rows[0];
};

/** Records a message. Returns false if it was recorded before. */
export const recordEvent = (
  connection: Queryable,
  { id, kind }: PaymentEvent,
  paymentId: string,
  now: Date,
): Promise<boolean> =>
  insertRow<typeof paymentEventsTable>(
    connection,
    'payment_events',
    { id, paymentId, kind, receivedAt: now },
    'ON CONFLICT (id) DO NOTHING',
  );

export const settlePayment = async (
  connection: Queryable,
  id: string,
  status: Payment['status'],
  now: Date,
): Promise<void> => {
  await connection.query('UPDATE payments SET status = $2, settled_at = $3 WHERE id = $1', [id, status, now]);
};

/** Records what was received, which may differ from what was requested. */
export const recordReceived = async (
  connection: Queryable,
  id: string,
  { amountCents, currency, reference }: Extract<PaymentEvent, { readonly kind: 'succeeded' }>,
): Promise<void> => {
  await connection.query(
    'UPDATE payments SET received_cents = $2, received_currency = $3, reference = coalesce($4, reference) WHERE id = $1',
    [id, amountCents, currency, reference],
  );
};

/** Records where the customer pays. */
export const recordPage = async (database: Queryable, id: string, pageId: string): Promise<void> => {
  await database.query('UPDATE payments SET page_id = $2 WHERE id = $1', [id, pageId]);
};

/** Marks a pending order as paid in one statement. Of two concurrent payments, one gets true. */
export const markOrderPaid = async (connection: Queryable, orderNumber: string, now: Date): Promise<boolean> => {
  const paid = await connection.query(
    `UPDATE orders SET status = 'processing', payment_instructions = '', accepted_at = $2 WHERE number = $1 AND status = 'pending-payment'`,
    [orderNumber, now],
  );
  return paid.rowCount === 1;
};

/** Marks the payments of a canceled order for refund. Returns true if there are any. */
export const markRefundDue = async (connection: Queryable, orderNumber: string, now: Date): Promise<boolean> => {
  const owed = await connection.query(
    `UPDATE payments SET status = 'refund-due', settled_at = $2 WHERE order_number = $1 AND status = 'paid'`,
    [orderNumber, now],
  );
  return (owed.rowCount ?? 0) > 0;
};

/** A payment of an order as operators see it. */
export interface ListedPayment {
  /** Under which the provider knows it. */
  readonly id: string;
  readonly provider: string;
  readonly status: Payment['status'];
  /** What was received, or else requested. */
  readonly amount: number;
  readonly currency: string;
  readonly started_at: Date;
  /** When it got its status; null if it is open. */
  readonly settled_at: Date | null;
  /** The provider's id of the refund. */
  readonly refund_id: string | null;
}

/** Returns all payments of an order, oldest first. For commands, never for requests. */
export const findPayments = async (database: Queryable, orderNumber: string): Promise<ListedPayment[]> => {
  const { rows } = await database.query<ListedPayment>(
    `SELECT id, provider, status, (coalesce(received_cents, amount_cents) / 100.0)::float8 AS amount,
       coalesce(received_currency, 'USD') AS currency, created_at AS started_at, settled_at, refund_id
     FROM payments WHERE order_number = $1 ORDER BY created_at, id`,
    [orderNumber],
  );
  return rows;
};

/** A payment that was received for an order. */
export interface ReceivedPayment {
  readonly id: string;
  readonly provider: string;
  readonly status: 'paid' | 'refund-due' | 'refunded';
  readonly amountCents: number;
  readonly currency: string;
}

/** Returns an order's received payments, oldest first. The amount is the requested one unless another was recorded. */
export const findReceivedPayments = async (database: Queryable, orderNumber: string): Promise<ReceivedPayment[]> => {
  const { rows } = await database.query<ReceivedPayment>(
    `SELECT id, provider, status, coalesce(received_cents, amount_cents) AS "amountCents", coalesce(received_currency, 'USD') AS currency
     FROM payments WHERE order_number = $1 AND status IN ('paid', 'refund-due', 'refunded') ORDER BY created_at, id`,
    [orderNumber],
  );
  return rows;
};

/**
 * Claims the refund of a payment. Returns false if another process has claimed it or it was sent already. A claim older
 * than `expiredBefore` belongs to a process that died.
 */
export const claimRefund = async (
  database: Queryable,
  id: string,
  now: Date,
  expiredBefore: Date,
): Promise<boolean> => {
  const claimed = await database.query(
    `UPDATE payments SET refund_claimed_at = $2 WHERE id = $1 AND status = 'refund-due' AND (refund_claimed_at IS NULL OR refund_claimed_at <= $3)`,
    [id, now, expiredBefore],
  );
  return claimed.rowCount === 1;
};

/** Releases the claim made at `claimedAt`. */
export const unclaimRefund = async (database: Queryable, id: string, claimedAt: Date): Promise<void> => {
  await database.query('UPDATE payments SET refund_claimed_at = NULL WHERE id = $1 AND refund_claimed_at = $2', [
    id,
    claimedAt,
  ]);
};

/** Marks a payment as refunded. Returns true for the first call. */
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
