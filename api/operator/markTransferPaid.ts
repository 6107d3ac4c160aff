import type { OrderStatus } from '@shop/contracts';
import { insertAudit } from '../src/audit/auditRepository';
import { endHold } from '../src/modules/orders/endHold';
import { insertOrderMail } from '../src/modules/orders/insertOrderMail';
import { writePaidMail } from '../src/modules/orders/orderMail';
import { findOrder, findOrderOwner, lockOrder, markTransferReceived } from '../src/modules/orders/ordersRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize } from './printTable';

/** Why orders of a status cannot be marked as paid; undefined if they can. */
const REFUSALS: Readonly<Record<OrderStatus, string | undefined>> = {
  'on-hold': undefined,
  processing: undefined,
  shipped: 'is shipped',
  'pending-payment': 'waits for its online payment, which the provider reports',
  canceled: 'is canceled: send the money back',
};

/** `orders paid NUMBER`: marks the bank transfer of an order as received, so that it is processed. */
export const markTransferPaid = async (
  context: OperatorContext,
  number: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> => {
  const { database, clock, actor, print } = context;
  const outcome = await database.transaction(async (connection) => {
    const locked = await lockOrder(connection, number);
    if (!locked) throw new OperatorError('unknown', `No order has the number ${number}.`);
    const refusal = REFUSALS[locked.status];
    if (refusal !== undefined) throw new OperatorError('refused', `The order ${number} ${refusal}.`);
    if (locked.status === 'processing') return `The order ${number} does not wait for a transfer: nothing was changed.`;
    if (dryRun) return `Dry run, nothing is written: the order ${number} would be paid, and the customer notified.`;
    const now = clock.now();
    await markTransferReceived(connection, number, now);
    const owner = await findOrderOwner(connection, number);
    const order = owner && (await findOrder(connection, number, owner));
    if (!order) throw new Error(`The order ${number} disappeared`);
    await endHold(connection, order);
    await insertOrderMail(context, connection, order, owner, writePaidMail, now);
    await insertAudit(
      connection,
      {
        actor,
        action: 'order.paid',
        subject: number,
        before: { status: locked.status },
        after: { status: 'processing', by: 'transfer' },
      },
      now,
    );
    return `The order ${number} is paid; ${sanitize(order.billing.email)} was notified.`;
  });
  print(outcome);
};
