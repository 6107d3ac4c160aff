import type { Queryable } from '../src/database/Database';
import { cancelOrderInTransaction } from '../src/modules/orders/cancelOrder';
import { changeInTransaction } from '../src/database/changeInTransaction';
import { readForChange } from '../src/modules/orders/changeOrder';
import { refundOrder as refundByRule } from '../src/modules/orders/refundOrder';
import { HAND_PROVIDERS, recordHandPayment } from '../src/modules/payments/handPayments';
import {
  findReceived,
  findRefunds,
  type ReceivedPayment,
  type RefundedPieces,
  type StoredRefund,
} from '../src/modules/payments/refundsRepository';
import { sendDueRefunds, type RefundOutcome } from '../src/modules/payments/sendDueRefunds';
import { toOperatorError } from './changeOrders';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize } from './printTable';

interface RefundOptions {
  /** Sends only what is owed already: of canceled orders, duplicate and mismatched payments. */
  readonly owedOnly: boolean;
  /** Undefined for all that is left. */
  readonly amountCents?: number | undefined;
  readonly lines?: readonly RefundedPieces[] | undefined;
  readonly reason: string;
  readonly dryRun: boolean;
}

const formatRefund = ({ amountCents, currency }: Pick<StoredRefund, 'amountCents' | 'currency'>): string =>
  `${(amountCents / 100).toFixed(2)} ${currency}`;

/** What the command would send. */
interface Prepared {
  readonly email: string;
  readonly isCanceled: boolean;
  readonly due: readonly StoredRefund[];
  readonly wasRefunded: boolean;
}

/** @throws {OperatorError} if another provider than the configured one has the money. */
const requireProvider = ({ provider }: OperatorContext, received: readonly ReceivedPayment[]): void => {
  const other = received.find(
    (payment) =>
      payment.leftCents > 0 && payment.provider !== provider?.name && !HAND_PROVIDERS.includes(payment.provider),
  );
  if (other)
    throw new OperatorError(
      'refused',
      `The payment was taken by "${other.provider}", and PAYMENT_PROVIDER names another: send the money back there.`,
    );
};

/** Writes the rows of what goes back: an amount, or all that is left, which cancels an order that was not shipped. */
const prepareRefund = async (
  context: OperatorContext,
  connection: Queryable,
  number: string,
  { owedOnly, amountCents, lines = [], reason }: RefundOptions,
): Promise<Prepared> => {
  const { clock, actor } = context;
  const by = { actor, now: clock.now() };
  const { order, owner } = await readForChange(connection, number);
  await recordHandPayment(connection, number, by.now);
  const received = await findReceived(connection, number);
  requireProvider(context, received);
  const isWhole = !owedOnly && amountCents === undefined;
  if (amountCents !== undefined) await refundByRule(context, connection, number, { ...by, amountCents, lines, reason });
  if (isWhole && received.length > 0 && order.cancelable)
    await cancelOrderInTransaction(context, connection, number, owner, { ...by, reason });
  // What is left now came by hand, or is kept for an order that was shipped.
  if (isWhole)
    for (const { leftCents } of await findReceived(connection, number))
      if (leftCents > 0)
        await refundByRule(context, connection, number, { ...by, amountCents: leftCents, lines: [], reason });
  const refunds = await findRefunds(connection, number);
  return {
    email: sanitize(order.billing.email),
    isCanceled: isWhole && order.cancelable,
    due: refunds.filter(({ state }) => state === 'due'),
    wasRefunded: refunds.some(({ state }) => state === 'sent'),
  };
};

const printOutcome = ({ print }: OperatorContext, number: string, { refund, state, detail }: RefundOutcome): void => {
  if (state === 'sent')
    return print(`Sent back: ${formatRefund(refund)} for the order ${number} (${sanitize(detail)}).`);
  throw new OperatorError(
    'failed',
    state === 'failed'
      ? `The refund of ${formatRefund(refund)} for the order ${number} was refused: ${detail}`
      : `The refund of ${formatRefund(refund)} for the order ${number} was not confirmed (${detail}): the shop tries again by itself, and sends the money only once.`,
  );
};

/**
 * `orders refund NUMBER`: gives money back by the rule that the back office calls, and sends it at once instead of ten
 * seconds later.
 */
export const refundOrder = async (context: OperatorContext, number: string, options: RefundOptions): Promise<void> => {
  const { print } = context;
  const prepared = await changeInTransaction(context, options.dryRun, (connection) =>
    prepareRefund(context, connection, number, options),
  ).catch((error: unknown) => {
    throw toOperatorError(error, number);
  });
  const { due, email, isCanceled, wasRefunded } = prepared;
  if (due.length === 0 && wasRefunded) return print(`The order ${number} is refunded already: nothing was changed.`);
  if (due.length === 0)
    throw new OperatorError(
      'refused',
      `The order ${number} ${options.owedOnly ? 'owes nothing back' : 'has no payment to send back'}.`,
    );
  if (options.dryRun)
    return print(
      `Dry run, nothing is written: ${due.map(formatRefund).join(' and ')} would be refunded${isCanceled ? ', the order canceled and its stock restored' : ''}, and ${email} notified.`,
    );
  const outcomes = await sendDueRefunds(context, { ids: due.map(({ id }) => id) });
  if (outcomes.length < due.length)
    print(`The shop is sending a refund of the order ${number} already: nothing more is to do.`);
  for (const outcome of outcomes) printOutcome(context, number, outcome);
};
