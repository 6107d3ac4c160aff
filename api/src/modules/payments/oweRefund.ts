import { randomUUID } from 'node:crypto';
import { REFUND_DELAY_S } from '@shop/contracts';
import type { Actor } from '../../audit/Actor';
import type { Database, Queryable } from '../../database/Database';
import { aJob } from '../../audit/Actor';
import { addMs } from '../../clock';
import { lockOrder } from '../orders/ordersRepository';
import { HAND_PROVIDERS } from './handPayments';
import {
  findPaymentsWithoutRefunds,
  insertRefund,
  lockReceived,
  setPaymentStatus,
  type ReceivedPayment,
} from './refundsRepository';

interface Owed {
  readonly orderNumber: string;
  readonly actor: Actor;
  readonly reason: string;
  readonly now: Date;
}

/**
 * All that is left of a payment goes back. What came online is sent by the queue; what came by hand waits for somebody
 * who gives it back and records that.
 */
export const oweRefund = async (
  connection: Queryable,
  { id: paymentId, provider, leftCents, currency }: ReceivedPayment,
  { orderNumber, actor, reason, now }: Owed,
): Promise<void> => {
  if (leftCents <= 0) return;
  await setPaymentStatus(connection, paymentId, 'refund-due', now);
  if (HAND_PROVIDERS.includes(provider)) return;
  await insertRefund(connection, {
    id: randomUUID(),
    orderNumber,
    paymentId,
    amountCents: leftCents,
    currency,
    lines: [],
    reason,
    actor,
    createdAt: now,
    sendAfter: addMs(now, REFUND_DELAY_S * 1_000),
  });
};

/** Gives back what an earlier release, which left it to a command, has marked. */
export const adoptOwedPayments = async (database: Database, now: Date): Promise<void> => {
  for (const { id, orderNumber } of await findPaymentsWithoutRefunds(database))
    await database.transaction(async (connection) => {
      await lockOrder(connection, orderNumber);
      const payment = (await lockReceived(connection, orderNumber)).find((received) => received.id === id);
      if (payment?.status === 'refund-due')
        await oweRefund(connection, payment, { orderNumber, actor: aJob('Refunds'), reason: '', now });
    });
};
