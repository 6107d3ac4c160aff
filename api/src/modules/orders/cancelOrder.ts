import type { Order } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { insertEvent } from '../auth/accountsRepository';
import { addMs, DAY_MS } from '../../clock';
import { restoreCouponUse } from '../coupons/couponsRepository';
import { markRefundDue } from '../payments/paymentsRepository';
import { insertOrderMail } from './insertOrderMail';
import { writeCancelMail, writeUnpaidMail } from './orderMail';
import {
  findOrder,
  findOrderOwner,
  findUnpaidOrders,
  markCanceled,
  restoreStock,
  type OrderOwner,
} from './ordersRepository';
import type { PlaceOrderContext } from './placeOrder';

const buildSortKey = ({ product_id, variant_id }: Order['lines'][number]): string => product_id + (variant_id ?? '');

interface CancelOptions {
  /** True to cancel the order only if it is still unpaid. */
  readonly onlyUnpaid?: boolean;
}

/** Cancels an order in the caller's transaction. */
export const cancelOrderInTransaction = async (
  connection: Queryable,
  number: string,
  owner: OrderOwner,
  now: Date,
  options: CancelOptions = {},
): Promise<Order> => {
  const canceled = await markCanceled(connection, number, owner, options);
  const order = await findOrder(connection, number, owner);
  if (!order) throw new ShopError('ORDER_NOT_FOUND');
  if (!canceled) {
    if (order.status === 'canceled') return order;
    throw new ShopError('ORDER_NOT_CANCELABLE');
  }
  // Lock stock in the same order as placing orders does, to prevent deadlocks.
  const lines = [...order.lines].sort((a, b) => (buildSortKey(a) < buildSortKey(b) ? -1 : 1));
  for (const line of lines) await restoreStock(connection, line.product_id, line.variant_id, line.quantity);
  await restoreCouponUse(connection, number);
  const isRefundDue = await markRefundDue(connection, number, now);
  await insertOrderMail(
    connection,
    order,
    owner,
    (mailed) => (options.onlyUnpaid ? writeUnpaidMail(mailed) : writeCancelMail(mailed, isRefundDue)),
    now,
  );
  if (owner.accountId !== null) await insertEvent(connection, owner.accountId, 'order-canceled', number, now);
  return order;
};

/** Cancels an order: restores stock and coupon, and marks payments for refund. Idempotent. */
export const cancelOrder = (
  { database, clock }: Pick<PlaceOrderContext, 'database' | 'clock'>,
  number: string,
  owner: OrderOwner,
  options: CancelOptions = {},
): Promise<Order> =>
  database.transaction((connection) => cancelOrderInTransaction(connection, number, owner, clock.now(), options));

/** Deadlines in the terms of sale. */
const ONLINE_PAYMENT_DEADLINE_MS = DAY_MS;
const TRANSFER_DEADLINE_MS = 7 * DAY_MS;

/**
 * Cancels orders whose payment is overdue, which releases their stock. Orders that are concurrently paid or canceled
 * stay as they are.
 */
export const cancelUnpaidOrders = async (context: Pick<PlaceOrderContext, 'database' | 'clock'>): Promise<void> => {
  const now = context.clock.now();
  const unpaid = await findUnpaidOrders(context.database, {
    online: addMs(now, -ONLINE_PAYMENT_DEADLINE_MS),
    transfer: addMs(now, -TRANSFER_DEADLINE_MS),
  });
  for (const number of unpaid) {
    const owner = await findOrderOwner(context.database, number);
    if (!owner) continue;
    await cancelOrder(context, number, owner, { onlyUnpaid: true }).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error;
    });
  }
};
