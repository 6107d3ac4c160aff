import type { OrderStatus } from '@shop/contracts';
import { addMs, DAY_MS } from '../src/clock';
import { findCutoff } from '../src/modules/delivery/deliveryRepository';
import { insertAudit } from '../src/audit/auditRepository';
import { writeInstructions } from '../src/modules/orders/getPaymentTerms';
import { insertOrderMail } from '../src/modules/orders/insertOrderMail';
import { writeProlongedMail } from '../src/modules/orders/orderMail';
import { findOrder, findOrderOwner, lockOrder, prolongOrder } from '../src/modules/orders/ordersRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize } from './printTable';

interface ProlongOptions {
  /** Counted from when the order was placed, so that repeating the command changes nothing. */
  readonly days: number;
  readonly dryRun: boolean;
}

/** Why orders of a status cannot be prolonged; undefined if they can. */
const REFUSALS: Readonly<Record<OrderStatus, string | undefined>> = {
  'on-hold': undefined,
  'pending-payment': undefined,
  processing: 'does not wait for a payment',
  shipped: 'is shipped',
  canceled: 'is canceled',
};

const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `orders prolong NUMBER`: keeps an unpaid order, and the stock that it holds, for longer. */
export const prolongUnpaidOrder = async (
  context: OperatorContext,
  number: string,
  { days, dryRun }: ProlongOptions,
): Promise<void> => {
  const { database, clock, actor, print } = context;
  const outcome = await database.transaction(async (connection) => {
    const locked = await lockOrder(connection, number);
    if (!locked) throw new OperatorError('unknown', `No order has the number ${number}.`);
    const refusal = REFUSALS[locked.status];
    if (refusal !== undefined) throw new OperatorError('refused', `The order ${number} ${refusal}.`);
    const heldUntil = addMs(locked.createdAt, days * DAY_MS);
    if (heldUntil <= locked.heldUntil)
      return `The order ${number} is kept until ${INSTANT.format(locked.heldUntil)} UTC: nothing was changed.`;
    const now = clock.now();
    const until = `${INSTANT.format(heldUntil)} UTC`;
    if (heldUntil <= now) throw new OperatorError('refused', `${until} has passed: the order needs more --days.`);
    const cutoff = await findCutoff(connection, number);
    if (cutoff && heldUntil > cutoff)
      throw new OperatorError(
        'refused',
        `The van of the order ${number} takes orders until ${INSTANT.format(cutoff)} UTC: it cannot be kept longer.`,
      );
    if (dryRun)
      return `Dry run, nothing is written: the order ${number} would be kept until ${until}, and the customer notified.`;
    const owner = await findOrderOwner(connection, number);
    const order = owner && (await findOrder(connection, number, owner));
    if (!order) throw new Error(`The order ${number} disappeared`);
    const instructions = writeInstructions(order.payment_method, number, `until ${until}`);
    await prolongOrder(connection, number, { heldUntil, instructions });
    await insertOrderMail(
      context,
      connection,
      { ...order, payment_instructions: instructions },
      owner,
      writeProlongedMail,
      now,
    );
    await insertAudit(
      connection,
      {
        actor,
        action: 'order.prolonged',
        subject: number,
        before: { held_until: locked.heldUntil },
        after: { held_until: heldUntil },
      },
      now,
    );
    return `The order ${number} is kept until ${until}; ${sanitize(order.billing.email)} was notified.`;
  });
  print(outcome);
};
