import { DAY_MS, addMs } from '../../clock';
import type { Queryable } from '../../database/Database';
import { WAITING_SQL } from '../orders/orderStatus';
import { OWED_PAYMENT_SQL, OWED_REFUND_SQL } from '../payments/refundsRepository';

/** What was sent so long ago has arrived, though nobody said so. */
const ARRIVAL_MS = 14 * DAY_MS;

const MONEY_SQL = `(EXISTS (SELECT 1 FROM payments p WHERE p.order_number = orders.number AND (${OWED_PAYMENT_SQL} OR p.dispute = 'open'))
  OR EXISTS (SELECT 1 FROM refunds r WHERE r.order_number = orders.number AND (r.state = 'due' OR ${OWED_REFUND_SQL})))`;

/** An order that is not over. `sentBefore` is a placeholder. */
const buildOpenSql = (sentBefore: string): string => `(${WAITING_SQL} OR orders.status = 'processing' OR ${MONEY_SQL}
  OR EXISTS (SELECT 1 FROM shipments s WHERE s.order_number = orders.number AND s.delivered_at IS NULL AND s.sent_at > ${sentBefore}))`;

const getArrivalCutoff = (now: Date): Date => addMs(now, -ARRIVAL_MS);

const SENTENCES = {
  unpaid: (number: string) =>
    `Order ${number} is not paid yet. The account can be erased once it is paid and delivered, or canceled.`,
  packing: (number: string) => `Order ${number} is being packed. The account can be erased once it has arrived.`,
  money: (number: string) => `Money of order ${number} is still to be settled. The account can be erased after that.`,
  sent: (number: string) => `Order ${number} is on its way. The account can be erased once it has arrived.`,
} as const;

/** Returns why an account cannot be erased now, in a sentence; null if it can. */
export const findObstacle = async (connection: Queryable, accountId: string, now: Date): Promise<string | null> => {
  const { rows } = await connection.query<{ number: string; why: keyof typeof SENTENCES }>(
    `SELECT number, CASE WHEN ${WAITING_SQL} THEN 'unpaid' WHEN status = 'processing' THEN 'packing' WHEN ${MONEY_SQL} THEN 'money' ELSE 'sent' END AS why
     FROM orders WHERE account_id = $1 AND ${buildOpenSql('$2')} ORDER BY id LIMIT 1`,
    [accountId, getArrivalCutoff(now)],
  );
  return rows[0] ? SENTENCES[rows[0].why](rows[0].number) : null;
};

/** Returns whether an order is not over. */
export const isOpen = async (connection: Queryable, number: string, now: Date): Promise<boolean> => {
  const { rowCount } = await connection.query(`SELECT 1 FROM orders WHERE number = $1 AND ${buildOpenSql('$2')}`, [
    number,
    getArrivalCutoff(now),
  ]);
  return rowCount === 1;
};

/**
 * Returns the numbers of a person's orders: those of the account, and those that were placed as a guest with its
 * address, which is verified. `isOver` leaves out guests' orders that are not over: they still have to arrive.
 */
export const findNumbers = async (
  connection: Queryable,
  { id, email }: { readonly id: string; readonly email: string },
  { now, isOver }: { readonly now: Date; readonly isOver: boolean },
): Promise<string[]> => {
  const { rows } = await connection.query<{ number: string }>(
    `SELECT number FROM orders WHERE account_id = $1
       OR (account_id IS NULL AND lower(trim(billing ->> 'email')) = $2 AND NOT ($3::boolean AND ${buildOpenSql('$4')}))
     ORDER BY id`,
    [id, email, isOver, getArrivalCutoff(now)],
  );
  return rows.map(({ number }) => number);
};
