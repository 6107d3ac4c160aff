import { randomUUID } from 'node:crypto';
import { REFUND_DELAY_S } from '@shop/contracts';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { addMs } from '../../clock';
import { recordHandPayment } from '../payments/handPayments';
import {
  insertRefund,
  lockReceived,
  findRefund,
  takeBackRefunds,
  type RefundedPieces,
  type ReceivedPayment,
} from '../payments/refundsRepository';
import { applyTransition } from './applyTransition';
import { settleRefund } from '../payments/settleRefund';
import { readForChange, type ByActor, type OrderContext } from './changeOrder';
import { ORDER_STATES } from './orderStatus';
import { readProgress } from './readProgress';
import { createRefusal, requireTransition } from './transitions';

interface Refunding extends ByActor {
  readonly amountCents: number;
  readonly lines: readonly RefundedPieces[];
  readonly reason: string;
  /** Staff have given it back themselves. */
  readonly byHand?: boolean;
  /** Of the request: a repeated one is the same refund. */
  readonly key?: string;
}

const formatCents = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/**
 * Returns the payment that the money is taken from: for an amount alone one that is owed, such as what came twice, and
 * for pieces the one that paid for them. @throws {ShopError} ORDER_REFUSED if none has as much left.
 */
const choosePayment = (
  received: readonly ReceivedPayment[],
  number: string,
  { amountCents, lines }: Pick<Refunding, 'amountCents' | 'lines'>,
): ReceivedPayment => {
  if (received.length === 0) throw createRefusal(`No money was received for the order ${number}.`);
  const usable = received.filter(({ dispute }) => dispute === null || dispute === 'won');
  if (usable.length === 0)
    throw createRefusal(
      'The customer disputes the payment at the bank: nothing can be given back until that is decided.',
    );
  const isOwed = lines.length === 0;
  const possible = usable.filter(({ leftCents }) => leftCents >= amountCents);
  const payment = possible.find(({ status }) => (status === 'refund-due') === isOwed) ?? possible[0];
  if (payment) return payment;
  const most = Math.max(...usable.map(({ leftCents }) => leftCents));
  throw createRefusal(
    most > 0
      ? `Only ${formatCents(most)} is left of what was received for the order ${number}.`
      : `All that was received for the order ${number} is given back already.`,
  );
};

/**
 * Gives money back for an order: for lines or any amount, as often as money is left. The queue sends it ten seconds
 * later; stock and mail follow then, or at once if it was given back by hand. Returns the refund's id. Repeating it
 * with the same key changes nothing.
 * @throws {ShopError} ORDER_NOT_FOUND, ORDER_REFUSED.
 */
export const refundOrder = async (
  context: OrderContext,
  connection: Queryable,
  number: string,
  { actor, now, amountCents, lines, reason, byHand = false, key = randomUUID() }: Refunding,
): Promise<string> => {
  const { order } = await readForChange(connection, number);
  const repeated = await findRefund(connection, { id: key });
  if (repeated?.orderNumber === number) return key;
  if (repeated) throw createRefusal('This request was made for another order.');
  requireTransition('refund', number, order.status);
  await recordHandPayment(connection, number, now);
  const progress = await readProgress(connection, order);
  for (const [position, { name }] of order.lines.entries()) {
    const { ordered, refunded } = progress[position] ?? { ordered: 0, refunded: 0 };
    const quantity = lines.reduce((sum, piece) => sum + (piece.position === position ? piece.quantity : 0), 0);
    if (quantity > ordered - refunded)
      throw createRefusal(`Of ${name}, only ${ordered - refunded} can be refunded: somebody may have been faster.`);
  }
  if (lines.length > 0 && !ORDER_STATES[order.status].paid)
    throw createRefusal(`The order ${number} has no pieces to refund: give back an amount.`);
  if (lines.some(({ position }) => position >= order.lines.length)) throw createRefusal('The order has no such line.');
  const payment = choosePayment(await lockReceived(connection, number), number, { amountCents, lines });
  const { currency } = payment;
  await insertRefund(connection, {
    id: key,
    orderNumber: number,
    paymentId: payment.id,
    amountCents,
    currency,
    lines,
    reason,
    actor,
    createdAt: now,
    sendAfter: addMs(now, REFUND_DELAY_S * 1_000),
  });
  const after = { amount: `${(amountCents / 100).toFixed(2)} ${currency}`, ...(reason !== '' && { reason }) };
  await applyTransition(connection, 'refund', order, {
    actor,
    now,
    after: { ...after, ...(lines.length > 0 && { lines }) },
  });
  const refund = byHand ? await findRefund(connection, { id: key }) : undefined;
  if (refund) await settleRefund(context, connection, refund, null, now);
  return key;
};

/** Takes a refund back that nobody has begun to send. @throws {ShopError} ORDER_NOT_FOUND, ORDER_REFUSED. */
export const undoRefund = async (
  connection: Queryable,
  number: string,
  id: string,
  { actor, now }: ByActor,
): Promise<void> => {
  await readForChange(connection, number);
  const owed = (await lockReceived(connection, number)).filter(({ status }) => status === 'refund-due');
  const refund = await findRefund(connection, { id });
  if (refund?.state === 'canceled' && refund.orderNumber === number) return;
  if (refund && owed.some((payment) => payment.id === refund.paymentId))
    throw createRefusal('This money is owed to the customer: it cannot be kept.');
  const [taken] = await takeBackRefunds(connection, { orderNumber: number, id });
  if (taken === undefined) throw createRefusal('This refund is on its way: it can no longer be taken back.');
  const amount = refund && `${(refund.amountCents / 100).toFixed(2)} ${refund.currency}`;
  await insertAudit(connection, { actor, action: 'order.refund-undone', subject: number, after: { amount } }, now);
};
