import type { Order } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { insertEvent } from '../auth/accountsRepository';
import { DAY_MS, later } from '../auth/AuthWorld';
import { returnCouponUse } from '../coupons/couponsRepository';
import { insertMail } from '../mail/mailsRepository';
import { writeCancelMail } from './orderMail';
import { owePaymentBack } from '../payments/paymentsRepository';
import { findOrder, findOrderOwner, findUnpaidOrders, markCancelled, returnStock, type OrderOwner } from './ordersRepository';
import type { PlaceOrderWorld } from './placeOrder';

const keyOf = ({ product_id, variant_id }: Order['lines'][number]): string => product_id + (variant_id ?? '');

interface CancelOptions {
  readonly onlyUnpaid?: boolean;
}

/** Cancels an order within a transaction that others' changes are part of. */
export const cancelWithin = async (connection: Queryable, number: string, owner: OrderOwner, now: Date, options: CancelOptions = {}): Promise<Order> => {
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
  const paid = await owePaymentBack(connection, number, now);
  await insertMail(connection, writeCancelMail(order, paid), now);
  if (owner.accountId !== null) await insertEvent(connection, owner.accountId, 'order-cancelled', number, now);
  return order;
};

/** Cancels an order and gives stock and coupon back, in one transaction and once; cancelling again answers the same. What was paid is owed back. */
export const cancelOrder = ({ database, clock }: Pick<PlaceOrderWorld, 'database' | 'clock'>, number: string, owner: OrderOwner, options: CancelOptions = {}): Promise<Order> =>
  database.transaction((connection) => cancelWithin(connection, number, owner, clock.now(), options));

const UNPAID_KEPT_MS = DAY_MS;

/** What waits a day for its payment is cancelled: its stock is another shopper's. What is paid at that very moment stays. */
export const cancelUnpaidOrders = async (world: Pick<PlaceOrderWorld, 'database' | 'clock'>): Promise<void> => {
  for (const number of await findUnpaidOrders(world.database, later(world.clock.now(), -UNPAID_KEPT_MS))) {
    const owner = await findOrderOwner(world.database, number);
    if (!owner) continue;
    await cancelOrder(world, number, owner, { onlyUnpaid: true }).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error;
    });
  }
};
