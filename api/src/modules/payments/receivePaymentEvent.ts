import type { AppWorld } from '../../buildApp';
import { ShopError } from '../../http/ShopError';
import { insertMail } from '../mail/mailsRepository';
import { writePaidMail, writeRefundMail } from '../orders/orderMail';
import { findOrder, findOrderOwner } from '../orders/ordersRepository';
import type { PaymentEvent } from './PaymentProvider';
import { holdPayment, markOrderPaid, noteEvent, settlePayment } from './paymentsRepository';

/**
 * What a provider's message changes, in one transaction and once. Money that comes late, for an order that is cancelled or paid
 * already, or of another amount, is owed back.
 * @throws {ShopError} PAYMENT_NOT_FOUND: the provider tells again later.
 */
export const receivePaymentEvent = async ({ database, clock }: Pick<AppWorld, 'database' | 'clock'>, event: PaymentEvent): Promise<void> => {
  const now = clock.now();
  await database.transaction(async (connection) => {
    const payment = await holdPayment(connection, event.paymentId);
    if (!payment) throw new ShopError('PAYMENT_NOT_FOUND');
    if (!(await noteEvent(connection, event, now))) return;
    const { id, orderNumber } = payment;
    if (event.kind === 'failed') {
      if (payment.status === 'open') await settlePayment(connection, id, 'failed', now);
      return;
    }
    if (payment.status === 'paid' || payment.status === 'refund-due') return; // told in other words
    const isWhole = event.currency === 'USD' && event.amountCents === payment.amountCents;
    const paid = isWhole && (await markOrderPaid(connection, orderNumber));
    await settlePayment(connection, id, paid ? 'paid' : 'refund-due', now);
    const owner = await findOrderOwner(connection, orderNumber);
    const order = owner && (await findOrder(connection, orderNumber, owner));
    if (order) await insertMail(connection, paid ? writePaidMail(order) : writeRefundMail(order), now);
  });
};
