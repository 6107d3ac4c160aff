import type { Order } from '@shop/contracts';
import { aJob, type Actor } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { insertEvent } from '../auth/accountsRepository';
import { restoreCouponUse } from '../coupons/couponsRepository';
import { returnSlot } from '../delivery/deliveryRepository';
import { markRefundDue } from '../payments/paymentsRepository';
import { endVotes } from '../reviews/endVotes';
import { endHold } from './endHold';
import { insertOrderMail, type OrderMailContext } from './insertOrderMail';
import { writeCancelMail, writeUnpaidMail } from './orderMail';
import {
  findOrder,
  findOrderOwner,
  findUnpaidOrders,
  lockOrder,
  markCanceled,
  type OrderOwner,
} from './ordersRepository';
import type { PlaceOrderContext } from './placeOrder';

interface CancelOptions {
  /** Who cancels it, for the audit. */
  readonly actor: Actor;
  /** True to cancel the order only if it is still unpaid. */
  readonly onlyUnpaid?: boolean;
}

type CancelContext = OrderMailContext & Pick<PlaceOrderContext, 'database' | 'clock'>;

/** Cancels an order in the caller's transaction. */
export const cancelOrderInTransaction = async (
  context: OrderMailContext,
  connection: Queryable,
  number: string,
  owner: OrderOwner,
  { now, actor, onlyUnpaid = false }: CancelOptions & { readonly now: Date },
): Promise<Order> => {
  const before = await lockOrder(connection, number);
  const canceled = await markCanceled(connection, number, owner, { onlyUnpaid });
  const order = await findOrder(connection, number, owner);
  if (!order) throw new ShopError('ORDER_NOT_FOUND');
  if (!canceled) {
    if (order.status === 'canceled') return order;
    throw new ShopError('ORDER_NOT_CANCELABLE');
  }
  const wasUnpaid = await endHold(connection, order, { isCanceled: true });
  await returnSlot(connection, number);
  await restoreCouponUse(connection, number);
  if (owner.accountId !== null && !wasUnpaid)
    await endVotes(
      connection,
      owner.accountId,
      order.lines.map(({ product_id: productId }) => productId),
    );
  const isRefundDue = await markRefundDue(connection, number, now);
  await insertOrderMail(
    context,
    connection,
    order,
    owner,
    (mailed) => (onlyUnpaid ? writeUnpaidMail(mailed) : writeCancelMail(mailed, isRefundDue)),
    now,
  );
  if (owner.accountId !== null) await insertEvent(connection, owner.accountId, 'order-canceled', number, now);
  await insertAudit(
    connection,
    {
      actor,
      action: 'order.canceled',
      subject: number,
      before: { status: before?.status },
      after: { status: 'canceled', ...(isRefundDue && { refund: 'due' }) },
    },
    now,
  );
  return order;
};

/** Cancels an order: restores stock and coupon, ends its votes, and marks payments for refund. Idempotent. */
export const cancelOrder = (
  context: CancelContext,
  number: string,
  owner: OrderOwner,
  options: CancelOptions,
): Promise<Order> =>
  context.database.transaction((connection) =>
    cancelOrderInTransaction(context, connection, number, owner, { ...options, now: context.clock.now() }),
  );

const CANCELING = aJob('Canceling unpaid orders');

/**
 * Cancels orders whose payment is overdue, which releases their stock. Orders that are concurrently paid or canceled
 * stay as they are.
 */
export const cancelUnpaidOrders = async (context: CancelContext): Promise<void> => {
  const unpaid = await findUnpaidOrders(context.database, context.clock.now());
  for (const number of unpaid) {
    const owner = await findOrderOwner(context.database, number);
    if (!owner) continue;
    await cancelOrder(context, number, owner, { actor: CANCELING, onlyUnpaid: true }).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error;
    });
  }
};
