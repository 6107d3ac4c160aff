import type { Order } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { aProvider } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import type { PaymentOutcome } from '../../observability/apiMetrics';
import { applyTransition } from '../orders/applyTransition';
import { readForChange, type ByActor, type OrderContext } from '../orders/changeOrder';
import { insertOrderMail } from '../orders/insertOrderMail';
import { writePaidMail, writeRefundMail } from '../orders/orderMail';
import { findOrder, lockOrder } from '../orders/ordersRepository';
import { isAllowed } from '../orders/transitions';
import { findPageId } from './findPageId';
import { insertMerchantMail, type MerchantMailContext } from './insertMerchantMail';
import { oweRefund } from './oweRefund';
import type { Dispute, PaymentEvent, ProviderRefund } from './PaymentProvider';
import {
  findPaidOrder,
  lockPayment,
  recordEvent,
  recordReceived,
  setDispute,
  settlePayment,
  type LockedPayment,
} from './paymentsRepository';
import {
  closeRefundedPayment,
  confirmRefund,
  findReceived,
  findRefund,
  insertForeignRefund,
  lockReceived,
} from './refundsRepository';
import { failRefund, settleRefund } from './settleRefund';

export type EventContext = Pick<AppContext, 'database' | 'clock'> & OrderContext & MerchantMailContext;
type Succeeded = Extract<PaymentEvent, { readonly kind: 'succeeded' }>;

/** The order is paid, or what came goes back: it came late, twice, or is not what the order costs. */
const receiveMoney = async (
  context: EventContext,
  connection: Queryable,
  payment: LockedPayment,
  event: Succeeded,
  { actor, now }: ByActor,
): Promise<PaymentOutcome | undefined> => {
  const { id, orderNumber, status } = payment;
  if (status === 'paid' || status === 'refund-due' || status === 'refunded') return undefined; // told by another event
  const { order, owner } = await readForChange(connection, orderNumber);
  await recordReceived(connection, id, event);
  await settlePayment(connection, id, 'paid', now);
  const money = { amount: event.amountCents / 100, currency: event.currency };
  const isExpected = event.currency === 'USD' && event.amountCents === payment.amountCents;
  const isPaid = isExpected && isAllowed('payOnline', order.status);
  if (isPaid) await applyTransition(connection, 'payOnline', order, { actor, now, after: money });
  else {
    const received = (await lockReceived(connection, orderNumber)).find((each) => each.id === id);
    if (received) await oweRefund(connection, received, { orderNumber, actor, reason: '', now });
    await insertAudit(connection, { actor, action: 'order.refund-due', subject: orderNumber, after: money }, now);
  }
  const changed = (await findOrder(connection, orderNumber, owner)) ?? order;
  await insertOrderMail(context, connection, changed, owner, isPaid ? writePaidMail : writeRefundMail, now);
  return isPaid ? 'paid' : 'refund-due';
};

/** Records money that somebody has sent back at the provider. */
const recordForeignRefund = async (
  connection: Queryable,
  { id: paymentId, orderNumber }: LockedPayment,
  { id: providerId, amountCents, currency }: ProviderRefund,
  { actor, now }: ByActor,
): Promise<void> => {
  const reason = 'Made at the provider';
  await insertForeignRefund(connection, {
    id: `${actor.name}-${providerId}`,
    orderNumber,
    paymentId,
    amountCents,
    currency,
    reason,
    actor,
    createdAt: now,
    providerId,
  });
  await closeRefundedPayment(connection, paymentId, now);
  const amount = `${(amountCents / 100).toFixed(2)} ${currency}`;
  await insertAudit(
    connection,
    { actor, action: 'order.refunded', subject: orderNumber, after: { amount, refund: providerId, reason } },
    now,
  );
};

/** A refund of ours has arrived or failed, or one was made at the provider. */
const receiveRefund = async (
  context: EventContext,
  connection: Queryable,
  payment: LockedPayment,
  refund: ProviderRefund,
  { actor, now }: ByActor,
): Promise<PaymentOutcome | undefined> => {
  const { id: paymentId } = payment;
  const { id: providerId, refundId, state, reason: failure } = refund;
  const ours = refundId === null ? undefined : await findRefund(connection, { id: refundId });
  const known = ours?.paymentId === paymentId ? ours : await findRefund(connection, { paymentId, providerId });
  if (!known) await recordForeignRefund(connection, payment, refund, { actor, now });
  if (state === 'failed') {
    const failed = known ?? (await findRefund(connection, { paymentId, providerId }));
    if (failed) await failRefund(context, connection, failed, { failure, providerId, actor, now });
    return 'refund-failed';
  }
  if (known) {
    await settleRefund(context, connection, known, { id: providerId, state }, now);
    if (state === 'succeeded') await confirmRefund(connection, known.id, now);
  }
  return 'refunded';
};

/** Whether the customer has got another page since: asking would leave the payment out if it were not open. */
const isReplaced = async (connection: Queryable, { id }: LockedPayment, pageId: string | null): Promise<boolean> => {
  const current = await findPageId(connection, id);
  return pageId !== null && current !== null && pageId !== current;
};

const DISPUTE_TEXTS: Readonly<Record<Dispute['state'], string>> = {
  open: 'The customer disputes the payment at the bank. Send the provider what proves the delivery, before its deadline.',
  won: 'The bank has decided for the shop: the money stays.',
  lost: 'The bank has decided for the customer: the money is gone.',
};

/** The customer disputes a payment at the bank, or the bank has decided. */
const receiveDispute = async (
  context: EventContext,
  connection: Queryable,
  payment: LockedPayment,
  { state, amountCents, reason }: Dispute,
  { actor, now, order }: ByActor & { readonly order: Order },
): Promise<PaymentOutcome | undefined> => {
  const before = (await findReceived(connection, payment.orderNumber)).find(({ id }) => id === payment.id)?.dispute;
  // Messages come in any order: what is decided is not open again.
  if (before === state || (before && state === 'open')) return undefined;
  await setDispute(connection, payment.id, state);
  await insertAudit(
    connection,
    {
      actor,
      action: state === 'open' ? 'order.disputed' : `order.dispute-${state}`,
      subject: payment.orderNumber,
      after: { amount: amountCents / 100, reason },
    },
    now,
  );
  await insertMerchantMail(context, connection, order, {
    subject:
      state === 'open'
        ? `Order ${payment.orderNumber} is disputed`
        : `The dispute of order ${payment.orderNumber} is ${state}`,
    paragraphs: [DISPUTE_TEXTS[state], `It is about $${(amountCents / 100).toFixed(2)} (${reason}).`],
    now,
  });
  return 'disputed';
};

/**
 * Processes a provider's message once, in one transaction, whatever the order in which messages arrive. Payments for
 * orders that are canceled or already paid, and those of a wrong amount, go back.
 * @throws {ShopError} PAYMENT_NOT_FOUND, so that the provider retries later.
 */
export const receivePaymentEvent = async (
  context: EventContext & Partial<Pick<AppContext, 'metrics'>>,
  provider: string,
  event: PaymentEvent,
): Promise<void> => {
  const { database, clock, metrics } = context;
  const now = clock.now();
  const actor = aProvider(provider);
  const orderNumber = await findPaidOrder(database, event.payment, provider);
  if (orderNumber === undefined) throw new ShopError('PAYMENT_NOT_FOUND');
  const outcome = await database.transaction(async (connection): Promise<PaymentOutcome | undefined> => {
    await lockOrder(connection, orderNumber);
    const payment = await lockPayment(connection, event.payment);
    if (!payment) throw new ShopError('PAYMENT_NOT_FOUND');
    if (!(await recordEvent(connection, event, payment.id, now))) return undefined;
    switch (event.kind) {
      case 'succeeded':
        return receiveMoney(context, connection, payment, event, { actor, now });
      case 'refund-changed':
        return receiveRefund(context, connection, payment, event.refund, { actor, now });
      case 'dispute-changed': {
        const { order } = await readForChange(connection, orderNumber);
        return receiveDispute(context, connection, payment, event.dispute, { actor, now, order });
      }
      case 'failed':
      case 'expired':
        if (event.kind === 'expired' && (await isReplaced(connection, payment, event.pageId))) return undefined;
        if (payment.status === 'open') await settlePayment(connection, payment.id, event.kind, now);
        return event.kind;
    }
  });
  if (outcome) metrics?.payments.inc({ outcome });
};
