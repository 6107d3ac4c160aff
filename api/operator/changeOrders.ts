import { changeInTransaction } from '../src/database/changeInTransaction';
import { payOrder, type Changed } from '../src/modules/orders/payOrder';
import { formatHeldUntil, prolongOrder } from '../src/modules/orders/prolongOrder';
import { shipLines } from '../src/modules/orders/shipLines';
import type { Queryable } from '../src/database/Database';
import { ShopError } from '../src/http/ShopError';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize } from './printTable';

interface Texts<Result> {
  /** After "The order … ". */
  readonly done: (result: Result) => string;
  readonly rehearsed: (result: Result) => string;
  readonly unchanged: (result: Result) => string;
}

/** Changes an order by a rule of the shop, or rehearses it, and says what was done. */
const changeOrder = async <Result extends Changed>(
  context: OperatorContext,
  number: string,
  dryRun: boolean,
  change: (connection: Queryable) => Promise<Result>,
  { done, rehearsed, unchanged }: Texts<Result>,
): Promise<void> => {
  const result = await changeInTransaction(context, dryRun, change).catch((error: unknown) => {
    throw toOperatorError(error, number);
  });
  const email = sanitize(result.order.billing.email);
  if (!result.isChanged) return context.print(`The order ${number} ${unchanged(result)}: nothing was changed.`);
  context.print(
    dryRun
      ? `Dry run, nothing is written: the order ${number} ${rehearsed(result)}, and the customer notified.`
      : `The order ${number} ${done(result)}; ${email} was notified.`,
  );
};

/** The shop's refusal, with the exit code of its kind. */
export const toOperatorError = (error: unknown, number: string): unknown => {
  if (!(error instanceof ShopError)) return error;
  return error.code === 'ORDER_NOT_FOUND'
    ? new OperatorError('unknown', `No order has the number ${number}.`)
    : new OperatorError('refused', error.message);
};

/** `orders paid NUMBER`: marks the bank transfer of an order as received, so that it is processed. */
export const markTransferPaid = (
  context: OperatorContext,
  number: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> =>
  changeOrder(
    context,
    number,
    dryRun,
    (connection) => payOrder(context, connection, number, { actor: context.actor, now: context.clock.now() }),
    { done: () => 'is paid', rehearsed: () => 'would be paid', unchanged: () => 'does not wait for a transfer' },
  );

/** `orders prolong NUMBER`: keeps an unpaid order, and the stock that it holds, for longer. */
export const prolongUnpaidOrder = (
  context: OperatorContext,
  number: string,
  { days, dryRun }: { readonly days: number; readonly dryRun: boolean },
): Promise<void> =>
  changeOrder(
    context,
    number,
    dryRun,
    (connection) => prolongOrder(context, connection, number, { actor: context.actor, now: context.clock.now(), days }),
    {
      done: ({ heldUntil }) => `is kept until ${formatHeldUntil(heldUntil)}`,
      rehearsed: ({ heldUntil }) => `would be kept until ${formatHeldUntil(heldUntil)}`,
      unchanged: ({ heldUntil }) => `is kept until ${formatHeldUntil(heldUntil)}`,
    },
  );

interface ShipOptions {
  /** True if the bank transfer has arrived. */
  readonly paid: boolean;
  readonly dryRun: boolean;
  /** All that is left, if unset. */
  readonly lines?: readonly { readonly position: number; readonly quantity: number }[];
  readonly carrier?: string;
  readonly tracking?: string;
}

/** `orders ship NUMBER`: sends an order, or some of its lines, and notifies the customer. */
export const shipOrder = (
  context: OperatorContext,
  number: string,
  { paid, dryRun, ...sending }: ShipOptions,
): Promise<void> =>
  changeOrder(
    context,
    number,
    dryRun,
    (connection) =>
      shipLines(context, connection, number, {
        actor: context.actor,
        now: context.clock.now(),
        isPaid: paid,
        ...sending,
      }),
    {
      done: ({ order }) => (order.status === 'shipped' ? 'is shipped' : 'is shipped in part'),
      rehearsed: ({ order }) => (order.status === 'shipped' ? 'would be shipped' : 'would be shipped in part'),
      unchanged: () => 'is shipped already',
    },
  );
