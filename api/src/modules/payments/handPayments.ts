import type { Queryable } from '../../database/Database';
import { buildPaidSql } from '../orders/orderStatus';

/** Providers of money that comes and goes by hand. */
export const HAND_PROVIDERS: readonly string[] = ['bank', 'cash'];

/**
 * Records that a transfer has arrived, or cash: a row for an order that is paid by hand, and one only. Orders that an
 * earlier release has marked as paid get theirs when it is needed.
 */
export const recordHandPayment = async (connection: Queryable, orderNumber: string, now: Date): Promise<void> => {
  await connection.query(
    `INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at, settled_at)
     SELECT payment_method || '-' || number, number, payment_method, 'paid', total_cents, $2, $2 FROM orders
     WHERE number = $1 AND payment_method IN ('bank', 'cash') AND total_cents > 0 AND ${buildPaidSql()}
     ON CONFLICT (id) DO NOTHING`,
    [orderNumber, now],
  );
};
