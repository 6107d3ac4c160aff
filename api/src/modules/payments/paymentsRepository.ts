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

export type LockedPayment = Payment & { readonly provider: string };

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

/** Returns the number of the order that a payment is for. */
export const findPaidOrder = async (
  database: Queryable,
  payment: PaymentEvent['payment'],
  provider: string,
): Promise<string | undefined> => {
  const [column, value] = 'id' in payment ? ['id', payment.id] : ['reference', payment.reference];
  const { rows } = await database.query<{ number: string }>(
    `SELECT order_number AS number FROM payments WHERE ${column} = $1 AND provider = $2`,
    [value, provider],
  );
  return rows[0]?.number;
};

/** Locks a payment until the transaction ends, which serializes its messages. Lock its order before. */
export const lockPayment = async (
  connection: Queryable,
  payment: PaymentEvent['payment'],
): Promise<LockedPayment | undefined> => {
  const [column, value] = 'id' in payment ? ['id', payment.id] : ['reference', payment.reference];
  const { rows } = await connection.query<LockedPayment>(
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

/** Records where the customer pays. The message that the page before has expired may have come meanwhile. */
export const recordPage = async (database: Queryable, id: string, pageId: string): Promise<void> => {
  await database.query(
    "UPDATE payments SET page_id = $2, status = CASE status WHEN 'expired' THEN 'open' ELSE status END WHERE id = $1",
    [id, pageId],
  );
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
  /** What the provider calls it; null if it uses our id. */
  readonly reference: string | null;
  /** open, won or lost; null if the customer never disputed it. */
  readonly dispute: string | null;
}

/** Returns all payments of an order, oldest first. For commands, never for requests. */
export const findPayments = async (database: Queryable, orderNumber: string): Promise<ListedPayment[]> => {
  const { rows } = await database.query<ListedPayment>(
    `SELECT id, provider, status, (coalesce(received_cents, amount_cents) / 100.0)::float8 AS amount,
       coalesce(received_currency, 'USD') AS currency, created_at AS started_at, settled_at, reference, dispute
     FROM payments WHERE order_number = $1 ORDER BY created_at, id`,
    [orderNumber],
  );
  return rows;
};

export const setDispute = async (connection: Queryable, id: string, dispute: string): Promise<void> => {
  await connection.query('UPDATE payments SET dispute = $2 WHERE id = $1', [id, dispute]);
};

/** Returns the provider's ids of open pages of canceled orders, or of one. */
export const findCanceledPages = async (
  database: Queryable,
  provider: string,
  { orderNumber, openedAfter }: { readonly orderNumber: string | null; readonly openedAfter: Date },
): Promise<string[]> => {
  const { rows } = await database.query<{ pageId: string }>(
    `SELECT p.page_id AS "pageId" FROM payments p JOIN orders o ON o.number = p.order_number
     WHERE p.provider = $1 AND p.status = 'open' AND p.page_id IS NOT NULL AND p.created_at >= $2 AND o.status = 'canceled'
       AND ($3::text IS NULL OR o.number = $3)
     ORDER BY p.created_at LIMIT 500`,
    [provider, openedAfter, orderNumber],
  );
  return rows.map(({ pageId }) => pageId);
};

/** Payments to ask the provider about: open for a while, or with refunds that it has not confirmed. */
export const findUncertainPayments = async (
  database: Queryable,
  provider: string,
  { openedBefore, openedAfter }: { readonly openedBefore: Date; readonly openedAfter: Date },
): Promise<{ readonly paymentId: string; readonly pageId: string | null; readonly reference: string | null }[]> => {
  const { rows } = await database.query<{ paymentId: string; pageId: string | null; reference: string | null }>(
    `(SELECT p.id AS "paymentId", p.page_id AS "pageId", p.reference FROM refunds r JOIN payments p ON p.id = r.payment_id
      WHERE p.provider = $1 AND r.state = 'sent' AND r.confirmed_at IS NULL AND r.created_at <= $2
      ORDER BY r.created_at LIMIT 250)
     UNION (SELECT id, page_id, reference FROM payments
      WHERE provider = $1 AND status = 'open' AND page_id IS NOT NULL AND created_at BETWEEN $3 AND $2
      ORDER BY created_at LIMIT 250)`,
    [provider, openedBefore, openedAfter],
  );
  return rows;
};
