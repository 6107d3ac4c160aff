import type { OrderStatus } from '@shop/contracts';
import { insertAudit } from '../src/audit/auditRepository';
import { endHold } from '../src/modules/orders/endHold';
import { insertOrderMail } from '../src/modules/orders/insertOrderMail';
import { writeShippedMail } from '../src/modules/orders/orderMail';
import { findOrder, findOrderOwner, lockOrder, markShipped } from '../src/modules/orders/ordersRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize } from './printTable';

interface ShipOptions {
  /** True if the bank transfer has arrived. */
  readonly paid: boolean;
  readonly dryRun: boolean;
}

/** Why orders of a status cannot be shipped; undefined if they can. */
const REFUSALS: Readonly<Record<OrderStatus, string | undefined>> = {
  processing: undefined,
  shipped: undefined,
  'on-hold': 'waits for its bank transfer: add --paid when the money has arrived',
  'pending-payment': 'waits for its online payment',
  canceled: 'is canceled',
};

/** `orders ship NUMBER`: marks an order as shipped and notifies the customer. */
export const shipOrder = async (
  context: OperatorContext,
  number: string,
  { paid, dryRun }: ShipOptions,
): Promise<void> => {
  const { database, clock, actor, print } = context;
  const outcome = await database.transaction(async (connection) => {
    const locked = await lockOrder(connection, number);
    if (!locked) throw new OperatorError('unknown', `No order has the number ${number}.`);
    if (locked.status === 'shipped') return `The order ${number} is shipped already: nothing was changed.`;
    const refusal = paid && locked.status === 'on-hold' ? undefined : REFUSALS[locked.status];
    if (refusal !== undefined) throw new OperatorError('refused', `The order ${number} ${refusal}.`);
    if (dryRun) return `Dry run, nothing is written: the order ${number} would be shipped, and the customer notified.`;
    await markShipped(connection, number);
    const owner = await findOrderOwner(connection, number);
    const order = owner && (await findOrder(connection, number, owner));
    if (!order) throw new Error(`The order ${number} disappeared`);
    await endHold(connection, order);
    const now = clock.now();
    await insertOrderMail(context, connection, order, owner, writeShippedMail, now);
    if (locked.status === 'on-hold')
      await insertAudit(
        connection,
        {
          actor,
          action: 'order.paid',
          subject: number,
          before: { status: 'on-hold' },
          after: { status: 'processing', by: 'transfer' },
        },
        now,
      );
    await insertAudit(
      connection,
      {
        actor,
        action: 'order.shipped',
        subject: number,
        before: { status: 'processing' },
        after: { status: 'shipped' },
      },
      now,
    );
    return `The order ${number} is shipped; ${sanitize(order.billing.email)} was notified.`;
  });
  print(outcome);
};
