import type { Order } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { insertEvent } from '../auth/accountsRepository';
import { addMs, DAY_MS } from '../../clock';
import { returnCouponUse } from '../coupons/couponsRepository';
import { markRefundDue } from '../payments/paymentsRepository';
import { insertOrderMail } from './insertOrderMail';
import { writeCancelMail, writeUnpaidMail } from './orderMail';
import {
  findOrder,
  findOrderOwner,
  findUnpaidOrders,
  markCancelled,
  returnStock,
  type OrderOwner,
} from './ordersRepository';
import type { PlaceOrderContext } from './placeOrder';

const keyOf = ({ product_id, variant_id }: Order['lines'][number]): string => product_id + (variant_id ?? '');

interface CancelOptions {
  /** Because it was not paid in time: not if it is by now. */
  readonly onlyUnpaid?: boolean;
}

/** Cancels an order within a transaction that others' changes are part of. */
export const cancelWithin = async (
  connection: Queryable,
  number: string,
  owner: OrderOwner,
  now: Date,
  options: CancelOptions = {},
): Promise<Order> => {
  const cancelled = await markCancelled(connection, number, owner, options);
  const order = await findOrder(connection, number, owner);
  if (!order) throw new ShopError('ORDER_NOT_FOUND');
  if (!cancelled) {
    if (order.status === 'cancelled') return order;
    throw new ShopError('ORDER_NOT_CANCELLABLE');
  }
  // In the order in which orders take it, so that neither waits for the other.
  const lines = [...order.lines].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const line of lines) await returnStock(connection, line.product_id, line.variant_id, line.quantity);
  await returnCouponUse(connection, number);
  const paid = await markRefundDue(connection, number, now);
  await insertOrderMail(
    connection,
    order,
    owner,
    (mailed) => (options.onlyUnpaid ? writeUnpaidMail(mailed) : writeCancelMail(mailed, paid)),
    now,
  );
  if (owner.accountId !== null) await insertEvent(connection, owner.accountId, 'order-cancelled', number, now);
  return order;
};

/**
 * Cancels an order and gives stock and coupon back, in one transaction and once; cancelling again answers the same.
 * What was paid is owed back.
 */
export const cancelOrder = (
  { database, clock }: Pick<PlaceOrderContext, 'database' | 'clock'>,
  number: string,
  owner: OrderOwner,
  options: CancelOptions = {},
): Promise<Order> =>
  database.transaction((connection) => cancelWithin(connection, number, owner, clock.now(), options));

/** As the terms say. */
const KEPT_FOR_PAYMENT_MS = DAY_MS;
const KEPT_FOR_TRANSFER_MS = 7 * DAY_MS;

/**
 * Cancels what waits for its payment longer than the terms say: its stock is another shopper's. What is paid, or
 * cancelled by another process, at that very moment stays as it is.
 */
export const cancelUnpaidOrders = async (context: Pick<PlaceOrderContext, 'database' | 'clock'>): Promise<void> => {
  const now = context.clock.now();
  const unpaid = await findUnpaidOrders(context.database, {
    online: addMs(now, -KEPT_FOR_PAYMENT_MS),
    transfer: addMs(now, -KEPT_FOR_TRANSFER_MS),
  });
  for (const number of unpaid) {
    const owner = await findOrderOwner(context.database, number);
    if (!owner) continue;
    await cancelOrder(context, number, owner, { onlyUnpaid: true }).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error;
    });
  }
};
