import type { OrderStatus } from '@shop/shared/contracts';
import { insertOperatorLog } from '../src/modules/operator-log/operatorLogRepository';
import { insertOrderMail } from '../src/modules/orders/insertOrderMail';
import { writeShippedMail } from '../src/modules/orders/orderMail';
import { findOrder, findOrderOwner, lockOrder, markShipped } from '../src/modules/orders/ordersRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { printable } from './printTable';

interface ShipOptions {
  /** The transfer that the order waits for has arrived. */
  readonly paid: boolean;
  readonly dryRun: boolean;
}

/** Why an order of this state is not sent; undefined where it is. */
const REFUSALS: Readonly<Record<OrderStatus, string | undefined>> = {
  processing: undefined,
  shipped: undefined,
  'on-hold': 'waits for its bank transfer: add --paid when the money has arrived',
  'pending-payment': 'waits for its online payment',
  cancelled: 'is cancelled',
};

/** `orders ship NUMBER`: the order is on its way, and its shopper is told, in one transaction. */
export const shipOrder = async (
  { database, clock, who, print }: OperatorContext,
  number: string,
  { paid, dryRun }: ShipOptions,
): Promise<void> => {
  const outcome = await database.transaction(async (connection) => {
    const held = await lockOrder(connection, number);
    if (!held) throw new OperatorError('unknown', `No order has the number ${number}.`);
    if (held.status === 'shipped') return `The order ${number} is shipped already: nothing was changed.`;
    const refusal = paid && held.status === 'on-hold' ? undefined : REFUSALS[held.status];
    if (refusal !== undefined) throw new OperatorError('refused', `The order ${number} ${refusal}.`);
    if (dryRun) return `Dry run, nothing is written: the order ${number} would be shipped, and its shopper told.`;
    await markShipped(connection, number);
    const owner = await findOrderOwner(connection, number);
    const order = owner && (await findOrder(connection, number, owner));
    if (!order) throw new Error(`The order ${number} went away`);
    const now = clock.now();
    await insertOrderMail(connection, order, owner, writeShippedMail, now);
    await insertOperatorLog(
      connection,
      { who, action: 'orders ship', subject: number, detail: held.status === 'on-hold' ? 'paid by transfer' : '' },
      now,
    );
    return `The order ${number} is shipped; ${printable(order.billing.email)} is told.`;
  });
  print(outcome);
};
