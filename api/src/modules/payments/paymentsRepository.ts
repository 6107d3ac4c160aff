import type { Queryable } from '../../database/Database';
import type { PaymentEvent } from './PaymentProvider';

export interface Payment {
  readonly id: string;
  readonly orderNumber: string;
  readonly status: 'open' | 'paid' | 'failed' | 'refund-due';
  readonly amountCents: number;
}

const COLUMNS = 'id, order_number AS "orderNumber", status, amount_cents AS "amountCents"';

/** The payment of an order that is open already, so that a second press pays the same one. */
export const findOpenPayment = async (database: Queryable, orderNumber: string): Promise<Payment | undefined> => {
  const { rows } = await database.query<Payment>(`SELECT ${COLUMNS} FROM payments WHERE order_number = $1 AND status = 'open' ORDER BY created_at DESC LIMIT 1`, [orderNumber]);
  return rows[0];
};

export const insertPayment = async (database: Queryable, { id, orderNumber, amountCents }: Omit<Payment, 'status'>, provider: string, now: Date): Promise<void> => {
  await database.query(`INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at) VALUES ($1, $2, $3, 'open', $4, $5)`, [id, orderNumber, provider, amountCents, now]);
};

/** A payment, held until the transaction ends: its messages take turns. */
export const holdPayment = async (connection: Queryable, id: string): Promise<Payment | undefined> => {
  const { rows } = await connection.query<Payment>(`SELECT ${COLUMNS} FROM payments WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0];
};

/** Notes a message; false where it was noted before. */
export const noteEvent = async (connection: Queryable, { id, paymentId, kind }: PaymentEvent, now: Date): Promise<boolean> => {
  const noted = await connection.query('INSERT INTO payment_events (id, payment_id, kind, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING', [id, paymentId, kind, now]);
  return noted.rowCount === 1;
};

export const settlePayment = async (connection: Queryable, id: string, status: Payment['status'], now: Date): Promise<void> => {
  await connection.query('UPDATE payments SET status = $2, settled_at = $3 WHERE id = $1', [id, status, now]);
};

/** An order that waits for its payment is paid, in one statement: of two payments at once, one gets true. */
export const markOrderPaid = async (connection: Queryable, orderNumber: string): Promise<boolean> => {
  const paid = await connection.query(`UPDATE orders SET status = 'processing', payment_instructions = '' WHERE number = $1 AND status = 'pending-payment'`, [orderNumber]);
  return paid.rowCount === 1;
};

/** What was paid for a cancelled order is owed back; whether anything was. */
export const owePaymentBack = async (connection: Queryable, orderNumber: string, now: Date): Promise<boolean> => {
  const owed = await connection.query(`UPDATE payments SET status = 'refund-due', settled_at = $2 WHERE order_number = $1 AND status = 'paid'`, [orderNumber, now]);
  return (owed.rowCount ?? 0) > 0;
};
