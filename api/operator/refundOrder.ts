import type { Order, OrderStatus } from '@shop/shared/contracts';
import type { Queryable } from '../src/database/Database';
import { insertOperatorLog } from '../src/modules/operator-log/operatorLogRepository';
import { cancelOrderInTransaction } from '../src/modules/orders/cancelOrder';
import { insertOrderMail } from '../src/modules/orders/insertOrderMail';
import { writeRefundedMail } from '../src/modules/orders/orderMail';
import { findOrder, findOrderOwner, lockOrder, type OrderOwner } from '../src/modules/orders/ordersRepository';
import type { PaymentProvider } from '../src/modules/payments/PaymentProvider';
import { findReceivedPayments, markRefundDue, type ReceivedPayment } from '../src/modules/payments/paymentsRepository';
import { sendRefund } from '../src/modules/payments/sendRefund';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { printable } from './printTable';

interface RefundOptions {
  /** Only what is owed back already: paid twice, or of another amount. The order goes on. */
  readonly owedOnly: boolean;
  readonly reason: string;
  readonly dryRun: boolean;
}

const ACTION = 'orders refund';

const show = ({ amountCents, currency }: ReceivedPayment): string => `${(amountCents / 100).toFixed(2)} ${currency}`;
const showAll = (payments: readonly ReceivedPayment[]): string => payments.map(show).join(' and ');

const readOrder = async (
  connection: Queryable,
  number: string,
): Promise<{ readonly order: Order; readonly owner: OrderOwner }> => {
  const owner = await findOrderOwner(connection, number);
  const order = owner && (await findOrder(connection, number, owner));
  if (!order) throw new OperatorError('unknown', `No order has the number ${number}.`);
  return { order, owner };
};

/** Who took the money sends it back. @throws {OperatorError} where that is not who the shop works with now. */
const requireProvider = (
  provider: PaymentProvider | undefined,
  payments: readonly ReceivedPayment[],
): PaymentProvider => {
  const stranger = payments.find((payment) => payment.provider !== provider?.name);
  if (provider && !stranger) return provider;
  throw new OperatorError(
    'refused',
    `The payment was taken by "${stranger?.provider}", and PAYMENT_PROVIDER names another: send the money back there.`,
  );
};

/** What there is to send back. @throws {OperatorError} where nothing was ever taken. */
const findOwed = async (connection: Queryable, number: string, owedOnly: boolean): Promise<ReceivedPayment[]> => {
  const taken = await findReceivedPayments(connection, number);
  const owed = taken.filter(({ status }) => status === 'refund-due' || (status === 'paid' && !owedOnly));
  if (owed.length === 0 && !taken.some(({ status }) => status === 'refunded')) {
    const why = owedOnly && taken.length > 0 ? 'owes nothing back' : 'has no online payment to send back';
    throw new OperatorError('refused', `The order ${number} ${why}.`);
  }
  return owed;
};

const isOnItsWay = (status: OrderStatus): boolean => status === 'shipped' || status === 'cancelled';

/**
 * The order's own part, before any money moves: whoever dies afterwards leaves a payment that is owed, which the same
 * command sends.
 */
const oweBack = async (
  { clock, who, provider }: OperatorContext,
  connection: Queryable,
  number: string,
  { owedOnly, reason }: RefundOptions,
): Promise<ReceivedPayment[]> => {
  const held = await lockOrder(connection, number);
  if (!held) throw new OperatorError('unknown', `No order has the number ${number}.`);
  const owed = await findOwed(connection, number, owedOnly);
  if (owed.length === 0) return [];
  requireProvider(provider, owed);
  const now = clock.now();
  if (!owedOnly && isOnItsWay(held.status)) await markRefundDue(connection, number, now);
  else if (!owedOnly) {
    const owner = await findOrderOwner(connection, number);
    if (owner) await cancelOrderInTransaction(connection, number, owner, now);
  }
  await insertOperatorLog(
    connection,
    { who, action: ACTION, subject: number, detail: `begun: ${showAll(owed)}${reason === '' ? '' : `; ${reason}`}` },
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
  const owed = await findOwed(database, number, owedOnly);
  if (owed.length === 0) return print(`The order ${number} is refunded already: nothing would be changed.`);
  requireProvider(provider, owed);
  const cancels = owedOnly || isOnItsWay(order.status) ? '' : ', the order cancelled and its stock given back';
  print(
    `Dry run, nothing is written: ${showAll(owed)} would be sent back${cancels}, and ${printable(order.billing.email)} told.`,
  );
};

const send = async (
  context: OperatorContext,
  provider: PaymentProvider,
  number: string,
  payment: ReceivedPayment,
): Promise<void> => {
  const { clock, who, print } = context;
  const refundId = await sendRefund({ ...context, provider }, payment, async (connection, id) => {
    const { order, owner } = await readOrder(connection, number);
    await insertOrderMail(
      connection,
      order,
      owner,
      (mailed) => writeRefundedMail(mailed, payment.amountCents / 100, payment.currency),
      clock.now(),
    );
    await insertOperatorLog(
      connection,
      { who, action: ACTION, subject: number, detail: `sent: ${show(payment)}, ${id}` },
      clock.now(),
    );
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      'failed',
      `The refund of ${show(payment)} for the order ${number} was not confirmed (${why}): give the same command again, it sends the money once.`,
    );
  });
  if (refundId === undefined) {
    throw new OperatorError(
      'conflict',
      `Another command is sending ${show(payment)} of the order ${number} back, or has just done so: look again in two minutes.`,
    );
  }
  print(`Sent back: ${show(payment)} for the order ${number} (${printable(refundId)}).`);
};

/**
 * `orders refund NUMBER`: cancels an order that is not on its way, then sends back what was paid for it. First it is
 * written that the money is owed, then the provider is asked, then it is written that it is sent.
 */
export const refundOrder = async (context: OperatorContext, number: string, options: RefundOptions): Promise<void> => {
  if (options.dryRun) return printDryRun(context, number, options);
  const owed = await context.database.transaction((connection) => oweBack(context, connection, number, options));
  if (owed.length === 0) return context.print(`The order ${number} is refunded already: nothing was changed.`);
  const provider = requireProvider(context.provider, owed);
  for (const payment of owed) await send(context, provider, number, payment);
};
