import { mayDo, type Role, type StaffOrder } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { findAuditPage } from '../../audit/auditRepository';
import { ShopError } from '../../http/ShopError';
import { findPayments, type ListedPayment } from '../payments/paymentsRepository';
import { findReceived, findRefunds, type ReceivedPayment, type StoredRefund } from '../payments/refundsRepository';
import { findDeskDetails } from './orderDeskRepository';
import { findOrderDetails } from './orderListRepository';
import { readProgress, type LineProgress } from './readProgress';
import { listRefundableCents, shareDiscount } from './shareDiscount';
import { findShipments, type StoredShipment } from './shipmentsRepository';
import { getTransition, isAllowed, type TransitionName } from './transitions';

const TIMELINE_LENGTH = 100;

const toPayment = ({ id, provider, status, amount, currency, started_at, settled_at, ...rest }: ListedPayment) => ({
  id,
  provider,
  status,
  amount,
  currency,
  at: (settled_at ?? started_at).toISOString(),
  reference: rest.reference,
  dispute: rest.dispute,
});

const toShipment = ({ id, version, lines, carrier, tracking, sentAt, deliveredAt }: StoredShipment) => ({
  id,
  version,
  lines: [...lines],
  carrier,
  tracking,
  sent_at: sentAt.toISOString(),
  delivered_at: deliveredAt?.toISOString() ?? null,
});

const toRefund = (refund: StoredRefund): StaffOrder['refunds'][number] => ({
  id: refund.id,
  payment_id: refund.paymentId,
  amount: refund.amountCents / 100,
  currency: refund.currency,
  state: refund.state,
  lines: refund.lines.map(({ position, quantity }) => ({ position, quantity })),
  at: refund.createdAt.toISOString(),
  reason: refund.reason,
  by: refund.actor.name,
  send_after: refund.sendAfter.toISOString(),
  failure: refund.failure,
  provider_id: refund.providerId,
});

/** Sums in dollars. What an earlier release has refunded has no rows. */
const sumMoney = (received: readonly ReceivedPayment[]): StaffOrder['money'] => {
  const receivedCents = received.reduce((sum, payment) => sum + payment.receivedCents, 0);
  const keptCents = received.reduce((sum, payment) => sum + payment.leftCents, 0);
  return { received: receivedCents / 100, refunded: (receivedCents - keptCents) / 100, kept: keptCents / 100 };
};

/** Which transitions are possible now, and allowed to this role. */
const listActions = (
  role: Role,
  { status, cancelable, shipments = [] }: StaffOrder['order'],
  {
    progress,
    kept,
    isUnconfirmed,
  }: { readonly progress: readonly LineProgress[]; readonly kept: number; readonly isUnconfirmed: boolean },
): TransitionName[] => {
  const possible: Partial<Record<TransitionName, boolean>> = {
    pay: true,
    prolong: true,
    ship: !isUnconfirmed && progress.some(({ toSend }) => toSend > 0),
    cancel: cancelable,
    refund: kept > 0,
    changeAddress: shipments.length === 0,
  };
  return (Object.keys(possible) as TransitionName[]).filter((name) => {
    const { permission } = getTransition(name);
    return possible[name] === true && isAllowed(name, status) && permission !== null && mayDo(role, permission);
  });
};

/** Returns an order as the back office shows it. @throws {ShopError} ORDER_NOT_FOUND. */
export const readStaffOrder = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  number: string,
  role: Role,
): Promise<StaffOrder> => {
  const found = await findOrderDetails(database, number);
  const desk = await findDeskDetails(database, number, clock.now());
  if (!found || !desk) throw new ShopError('ORDER_NOT_FOUND');
  const { order, details } = found;
  const filter = { actorKind: null, actorId: null, subjectKind: 'order', subject: number, from: null, until: null };
  const [progress, shipments, payments, refunds, received, timeline] = await Promise.all([
    readProgress(database, order),
    findShipments(database, number),
    findPayments(database, number),
    findRefunds(database, number),
    findReceived(database, number),
    findAuditPage(database, { ...filter, before: null }, TIMELINE_LENGTH),
  ]);
  const costs = shareDiscount(order.lines, Math.round(order.discount * 100));
  const money = sumMoney(received);
  return {
    order,
    store: desk.store,
    lines: order.lines.map((line, position) => {
      const { sent, refunded, toSend } = progress[position] ?? { sent: 0, refunded: 0, toSend: 0 };
      return {
        ...line,
        sent,
        refunded,
        to_send: order.status === 'canceled' ? 0 : toSend,
        refundable_cents: listRefundableCents(costs[position] ?? 0, line.quantity, refunded),
        made_to_order: line.choices?.engraving !== undefined,
      };
    }),
    shipments: shipments.map(toShipment),
    payments: payments.map(toPayment),
    refunds: refunds.map(toRefund),
    money,
    account: details.account,
    slot: details.slot,
    held_until: details.held_until,
    address_version: desk.addressVersion,
    terms_version: desk.termsVersion,
    late: desk.isLate,
    actions: listActions(role, order, {
      progress,
      kept: money.kept,
      isUnconfirmed: order.status === 'processing' && details.held_until !== null,
    }),
    // Where colleagues were is for those who read the audit.
    timeline: timeline.items.map((row) => ({ ...row, actor: { ...row.actor, network: null } })),
  };
};
