import type { Order } from '@shop/contracts';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { applyTransition } from '../orders/applyTransition';
import { readForChange, type ByActor, type OrderContext } from '../orders/changeOrder';
import { changeStockOfLines } from '../orders/endHold';
import { insertOrderMail } from '../orders/insertOrderMail';
import { writeRefundedMail } from '../orders/orderMail';
import { readProgress } from '../orders/readProgress';
import { insertMerchantMail, type MerchantMailContext } from './insertMerchantMail';
import {
  closeRefundedPayment,
  findReceived,
  markRefundApplied,
  markRefundFailed,
  markRefundSent,
  setPaymentStatus,
  type StoredRefund,
} from './refundsRepository';

const formatRefund = ({ amountCents, currency }: Pick<StoredRefund, 'amountCents' | 'currency'>): string =>
  `${(amountCents / 100).toFixed(2)} ${currency}`;

/** Puts the refunded pieces back to the stock, once. */
const restockLines = async (
  connection: Queryable,
  { id, lines, appliedAt }: StoredRefund,
  order: Order,
  now: Date,
): Promise<void> => {
  if (appliedAt !== null || lines.length === 0) return;
  await changeStockOfLines(connection, order, (_line, position) => ({
    stock: lines.reduce((sum, piece) => sum + (piece.position === position && piece.restock ? piece.quantity : 0), 0),
    held: 0,
  }));
  await markRefundApplied(connection, id, now);
};

/** An order of which nothing is left to send is shipped, or canceled if nothing was sent. */
const closeOrder = async (connection: Queryable, order: Order, { actor, now }: ByActor): Promise<void> => {
  if (order.status !== 'processing') return;
  const progress = await readProgress(connection, order, { onlyApplied: true });
  if (progress.some(({ toSend }) => toSend > 0)) return;
  await applyTransition(connection, progress.some(({ sent }) => sent > 0) ? 'ship' : 'close', order, { actor, now });
};

/**
 * Records that a refund was sent, with all that follows: stock, the order's state, mail and audit. Does nothing if it
 * was recorded before. `sent` is null for money that was given back by hand.
 */
export const settleRefund = async (
  context: OrderContext,
  connection: Queryable,
  refund: StoredRefund,
  sent: { readonly id: string; readonly state: 'pending' | 'succeeded' } | null,
  now: Date,
): Promise<void> => {
  const { id, orderNumber, paymentId, amountCents, currency, lines, actor } = refund;
  const { order, owner } = await readForChange(connection, orderNumber);
  const isNew = await markRefundSent(connection, id, {
    providerId: sent?.id ?? null,
    confirmedAt: sent?.state === 'pending' ? null : now,
  });
  if (!isNew) return;
  await restockLines(connection, refund, order, now);
  await closeRefundedPayment(connection, paymentId, now);
  await insertAudit(
    connection,
    {
      actor,
      action: 'order.refunded',
      subject: orderNumber,
      after: { amount: formatRefund(refund), refund: sent?.id ?? 'by hand', ...(lines.length > 0 && { lines }) },
    },
    now,
  );
  await closeOrder(connection, order, { actor, now });
  await insertOrderMail(
    context,
    connection,
    order,
    owner,
    (mailed) => writeRefundedMail(mailed, amountCents / 100, currency),
    now,
  );
};

/** Records that a refund failed, at once or days after it was sent, and tells the merchant. */
export const failRefund = async (
  context: OrderContext & MerchantMailContext,
  connection: Queryable,
  refund: StoredRefund,
  { failure, providerId, actor, now }: ByActor & { readonly failure: string; readonly providerId: string | null },
): Promise<void> => {
  const { id, orderNumber, paymentId } = refund;
  const { order } = await readForChange(connection, orderNumber);
  if (!(await markRefundFailed(connection, id, { failure, providerId }, now))) return;
  // Nothing of a canceled order is sent: its pieces go back although the money did not.
  if (order.status === 'canceled') await restockLines(connection, refund, order, now);
  const payment = (await findReceived(connection, orderNumber)).find((received) => received.id === paymentId);
  if (payment?.status === 'refunded')
    await setPaymentStatus(connection, paymentId, order.status === 'canceled' ? 'refund-due' : 'paid', now);
  await insertAudit(
    connection,
    { actor, action: 'order.refund-failed', subject: orderNumber, after: { amount: formatRefund(refund), failure } },
    now,
  );
  await insertMerchantMail(context, connection, order, {
    subject: `A refund for order ${orderNumber} failed`,
    paragraphs: [
      `${formatRefund(refund)} could not be sent back: ${failure}`,
      'The customer has not got the money. Give it back in another way, or try again on the page of the order.',
    ],
    now,
  });
};
