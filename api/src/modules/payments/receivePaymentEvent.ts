import type { AppContext } from '../../AppContext';
import { aProvider } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import { ShopError } from '../../http/ShopError';
import type { PaymentOutcome } from '../../observability/apiMetrics';
import { endHold } from '../orders/endHold';
import { insertOrderMail } from '../orders/insertOrderMail';
import { writePaidMail, writeRefundMail } from '../orders/orderMail';
import { findOrder, findOrderOwner } from '../orders/ordersRepository';
import type { PaymentEvent } from './PaymentProvider';
import { lockPayment, markOrderPaid, recordEvent, recordReceived, settlePayment } from './paymentsRepository';

/**
 * Processes a provider's message once, in one transaction. Payments for orders that are canceled or already paid, and
 * those of a wrong amount, are marked for refund.
 * @throws {ShopError} PAYMENT_NOT_FOUND, so that the provider retries later.
 */
export const receivePaymentEvent = async (
  context: Pick<AppContext, 'database' | 'clock' | 'metrics' | 'config'>,
  event: PaymentEvent,
): Promise<void> => {
  const { database, clock, metrics } = context;
  const now = clock.now();
  const outcome = await database.transaction(async (connection): Promise<PaymentOutcome | undefined> => {
    const payment = await lockPayment(connection, event.payment);
    if (!payment) throw new ShopError('PAYMENT_NOT_FOUND');
    if (!(await recordEvent(connection, event, payment.id, now))) return undefined;
    const { id, orderNumber } = payment;
    if (event.kind !== 'succeeded') {
      if (payment.status === 'open' && (event.kind === 'failed' || event.kind === 'expired'))
        await settlePayment(connection, id, event.kind, now);
      return 'failed';
    }
    if (payment.status !== 'open' && payment.status !== 'failed') return undefined; // reported before by another event
    await recordReceived(connection, id, event);
    const isExpectedAmount = event.currency === 'USD' && event.amountCents === payment.amountCents;
    const paid = isExpectedAmount && (await markOrderPaid(connection, orderNumber, now));
    await settlePayment(connection, id, paid ? 'paid' : 'refund-due', now);
    const owner = await findOrderOwner(connection, orderNumber);
    const order = owner && (await findOrder(connection, orderNumber, owner));
    if (order && paid) await endHold(connection, order);
    await insertAudit(
      connection,
      {
        actor: aProvider(payment.provider),
        action: paid ? 'order.paid' : 'order.refund-due',
        subject: orderNumber,
        ...(paid && { before: { status: 'pending-payment' } }),
        after: { ...(paid && { status: 'processing' }), amount: event.amountCents / 100, currency: event.currency },
      },
      now,
    );
    if (owner && order)
      await insertOrderMail(context, connection, order, owner, paid ? writePaidMail : writeRefundMail, now);
    return paid ? 'paid' : 'refund-due';
  });
  if (outcome) metrics.payments.inc({ outcome });
};
