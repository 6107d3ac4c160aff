import type { Order } from '@shop/contracts';
import { aJob, type Actor } from '../../audit/Actor';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { insertEvent } from '../auth/accountsRepository';
import { recordHandPayment } from '../payments/handPayments';
import { oweRefund } from '../payments/oweRefund';
import { lockReceived, takeBackRefunds } from '../payments/refundsRepository';
import { endVotes } from '../reviews/endVotes';
import { applyTransition } from './applyTransition';
import type { ByActor, OrderAppContext, OrderContext } from './changeOrder';
import { insertOrderMail } from './insertOrderMail';
import { writeCancelMail, writeUnpaidMail } from './orderMail';
import {
  findOrder,
  findOrderOwner,
  findUnpaidOrders,
  isStillUnpaid,
  lockOrder,
  type OrderOwner,
} from './ordersRepository';

interface CancelOptions {
  /** Who cancels it, for the audit. */
  readonly actor: Actor;
  /** True to cancel the order only if it is still unpaid. */
  readonly onlyUnpaid?: boolean;
  /** For colleagues. */
  readonly reason?: string;
}

/** Gives back all that was received, instead of what was about to go back. Returns whether there is anything. */
const oweAll = async (connection: Queryable, number: string, { actor, now }: ByActor): Promise<boolean> => {
  await takeBackRefunds(connection, { orderNumber: number });
  const owed = (await lockReceived(connection, number)).filter(
    ({ status, leftCents }) => status !== 'refunded' && leftCents > 0,
  );
  for (const payment of owed) await oweRefund(connection, payment, { orderNumber: number, actor, reason: '', now });
  return owed.length > 0;
};

/** Cancels an order in the caller's transaction. */
export const cancelOrderInTransaction = async (
  context: OrderContext,
  connection: Queryable,
  number: string,
  owner: OrderOwner,
  { now, actor, onlyUnpaid = false, reason = '' }: CancelOptions & { readonly now: Date },
): Promise<Order> => {
  await lockOrder(connection, number);
  const order = await findOrder(connection, number, owner);
  if (!order) throw new ShopError('ORDER_NOT_FOUND');
  if (order.status === 'canceled') return order;
  if (!order.cancelable || (onlyUnpaid && !(await isStillUnpaid(connection, number))))
    throw new ShopError('ORDER_NOT_CANCELABLE');
  await recordHandPayment(connection, number, now);
  const isRefundDue = await oweAll(connection, number, { actor, now });
  const wasUnpaid = await applyTransition(connection, 'cancel', order, {
    actor,
    now,
    after: { ...(isRefundDue && { refund: 'due' }), ...(reason !== '' && { reason }) },
  });
  if (owner.accountId !== null && !wasUnpaid)
    await endVotes(
      connection,
      owner.accountId,
      order.lines.map(({ product_id: productId }) => productId),
    );
  const canceled = (await findOrder(connection, number, owner)) ?? order;
  await insertOrderMail(
    context,
    connection,
    canceled,
    owner,
    (mailed) => (onlyUnpaid ? writeUnpaidMail(mailed) : writeCancelMail(mailed, isRefundDue)),
    now,
  );
  if (owner.accountId !== null) await insertEvent(connection, owner.accountId, 'order-canceled', number, now);
  return canceled;
};

/** Cancels an order: restores stock and coupon, ends its votes, and marks payments for refund. Idempotent. */
export const cancelOrder = (
  context: OrderAppContext,
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
export const cancelUnpaidOrders = async (context: OrderAppContext): Promise<void> => {
  const unpaid = await findUnpaidOrders(context.database, context.clock.now());
  for (const number of unpaid) {
    const owner = await findOrderOwner(context.database, number);
    if (!owner) continue;
    await cancelOrder(context, number, owner, { actor: CANCELING, onlyUnpaid: true }).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error;
    });
  }
};
