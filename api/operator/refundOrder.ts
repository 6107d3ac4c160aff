import type { Order } from '@shop/contracts';
import type { Queryable } from '../src/database/Database';
import { insertAudit } from '../src/audit/auditRepository';
import { cancelOrderInTransaction } from '../src/modules/orders/cancelOrder';
import { insertOrderMail } from '../src/modules/orders/insertOrderMail';
import { writeRefundedMail } from '../src/modules/orders/orderMail';
import { findOrder, findOrderOwner, lockOrder, type OrderOwner } from '../src/modules/orders/ordersRepository';
import { ORDER_STATES } from '../src/modules/orders/orderStatus';
import type { PaymentProvider } from '../src/modules/payments/PaymentProvider';
import { findReceivedPayments, markRefundDue, type ReceivedPayment } from '../src/modules/payments/paymentsRepository';
import { sendRefund } from '../src/modules/payments/sendRefund';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize } from './printTable';

interface RefundOptions {
  /** Refunds only duplicate or mismatched payments. The order itself is unaffected. */
  readonly owedOnly: boolean;
  readonly reason: string;
  readonly dryRun: boolean;
}

const formatPayment = ({ amountCents, currency }: ReceivedPayment): string =>
  `${(amountCents / 100).toFixed(2)} ${currency}`;
const formatPayments = (payments: readonly ReceivedPayment[]): string => payments.map(formatPayment).join(' and ');

const readOrder = async (
  connection: Queryable,
  number: string,
): Promise<{ readonly order: Order; readonly owner: OrderOwner }> => {
  const owner = await findOrderOwner(connection, number);
  const order = owner && (await findOrder(connection, number, owner));
  if (!order) throw new OperatorError('unknown', `No order has the number ${number}.`);
  return { order, owner };
};

/** Returns the provider that received the payments. @throws {OperatorError} if it is not the configured one. */
const requireProvider = (
  provider: PaymentProvider | undefined,
  payments: readonly ReceivedPayment[],
): PaymentProvider => {
  const otherPayment = payments.find((payment) => payment.provider !== provider?.name);
  if (provider && !otherPayment) return provider;
  throw new OperatorError(
    'refused',
    `The payment was taken by "${otherPayment?.provider}", and PAYMENT_PROVIDER names another: send the money back there.`,
  );
};

/** Finds payments to refund. @throws {OperatorError} if there are none and none was refunded before. */
const findRefundable = async (connection: Queryable, number: string, owedOnly: boolean): Promise<ReceivedPayment[]> => {
  const received = await findReceivedPayments(connection, number);
  const owed = received.filter(({ status }) => status === 'refund-due' || (status === 'paid' && !owedOnly));
  if (owed.length === 0 && !received.some(({ status }) => status === 'refunded')) {
    const reasonText = owedOnly && received.length > 0 ? 'owes nothing back' : 'has no online payment to send back';
    throw new OperatorError('refused', `The order ${number} ${reasonText}.`);
  }
  return owed;
};

/**
 * Cancels the order and marks its payments for refund, before money is sent. If the process dies afterwards, repeating
 * the command sends the refund.
 */
const prepareRefund = async (
  context: OperatorContext,
  connection: Queryable,
  number: string,
  { owedOnly, reason }: RefundOptions,
): Promise<ReceivedPayment[]> => {
  const { clock, actor, provider } = context;
  const locked = await lockOrder(connection, number);
  if (!locked) throw new OperatorError('unknown', `No order has the number ${number}.`);
  const owed = await findRefundable(connection, number, owedOnly);
  if (owed.length === 0) return [];
  requireProvider(provider, owed);
  const now = clock.now();
  if (!owedOnly && !ORDER_STATES[locked.status].cancelable) await markRefundDue(connection, number, now);
  else if (!owedOnly) {
    const owner = await findOrderOwner(connection, number);
    if (owner) await cancelOrderInTransaction(context, connection, number, owner, { actor, now });
  }
  await insertAudit(
    connection,
    {
      actor,
      action: 'order.refund-started',
      subject: number,
      after: { amount: formatPayments(owed), ...(reason === '' ? {} : { reason }) },
    },
    now,
  );
  return owed;
};

const printDryRun = async (
  { database, provider, print }: OperatorContext,
  number: string,
  { owedOnly }: RefundOptions,
): Promise<void> => {
  const { order } = await readOrder(database, number);
  const owed = await findRefundable(database, number, owedOnly);
  if (owed.length === 0) return print(`The order ${number} is refunded already: nothing would be changed.`);
  requireProvider(provider, owed);
  const cancels =
    owedOnly || !ORDER_STATES[order.status].cancelable ? '' : ', the order canceled and its stock restored';
  print(
    `Dry run, nothing is written: ${formatPayments(owed)} would be refunded${cancels}, and ${sanitize(order.billing.email)} notified.`,
  );
};

const sendPayment = async (
  context: OperatorContext,
  provider: PaymentProvider,
  number: string,
  payment: ReceivedPayment,
): Promise<void> => {
  const { clock, actor, print } = context;
  const refundId = await sendRefund({ ...context, provider }, payment, async (connection, id) => {
    const { order, owner } = await readOrder(connection, number);
    await insertOrderMail(
      context,
      connection,
      order,
      owner,
      (mailed) => writeRefundedMail(mailed, payment.amountCents / 100, payment.currency),
      clock.now(),
    );
    await insertAudit(
      connection,
      { actor, action: 'order.refunded', subject: number, after: { amount: formatPayment(payment), refund: id } },
      clock.now(),
    );
  }).catch((error: unknown) => {
    const reasonText = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      'failed',
      `The refund of ${formatPayment(payment)} for the order ${number} was not confirmed (${reasonText}): repeat the command; the money is sent only once.`,
    );
  });
  if (refundId === undefined) {
    throw new OperatorError(
      'conflict',
      `Another command is sending ${formatPayment(payment)} of the order ${number} back, or has just done so: try again in two minutes.`,
    );
  }
  print(`Sent back: ${formatPayment(payment)} for the order ${number} (${sanitize(refundId)}).`);
};

/**
 * `orders refund NUMBER`: cancels an order that was not shipped and refunds its payments. The payments are marked for
 * refund, then the provider is called, then they are marked as refunded.
 */
export const refundOrder = async (context: OperatorContext, number: string, options: RefundOptions): Promise<void> => {
  if (options.dryRun) return printDryRun(context, number, options);
  const owed = await context.database.transaction((connection) => prepareRefund(context, connection, number, options));
  if (owed.length === 0) return context.print(`The order ${number} is refunded already: nothing was changed.`);
  const provider = requireProvider(context.provider, owed);
  for (const payment of owed) await sendPayment(context, provider, number, payment);
};
