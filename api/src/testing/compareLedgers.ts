import type { Database } from '../database/Database';
import type { FakeStripe } from './FakeStripe';

/** What the shop has beside what Stripe has. Every number except the first three must be 0. */
export interface LedgerReport {
  readonly orders: number;
  /** Taken by Stripe, and given back by it. */
  readonly payments: number;
  readonly refunds: number;
  /** Orders that were acknowledged, and payments that Stripe took, which the shop does not know. */
  readonly lost: number;
  /** Orders placed, paid, or sent twice, and refunds that Stripe made twice. */
  readonly doubled: number;
  /** Orders that are sold, and Stripe took no money. */
  readonly unpaid: number;
  /** Payments that Stripe took, of which something is kept beside what a sold order costs. */
  readonly kept: number;
  /** Payments of which the shop gave back another sum than Stripe, or more than there was. */
  readonly refundsOff: number;
  /** Refunds that are still to be sent. */
  readonly due: number;
  /** Difference between the stock and what the orders imply. */
  readonly stockOff: number;
  /** Orders with a mail too many or too few. */
  readonly mailsOff: number;
}

interface StoredOrder {
  readonly number: string;
  readonly status: 'pending-payment' | 'processing' | 'shipped' | 'canceled';
  readonly ordered: number;
  readonly sent: number;
  /** Pieces that were refunded, and those of them that went back to the stock. */
  readonly refunded: number;
  readonly restocked: number;
  readonly paid: number;
  readonly shipments: number;
  readonly placedMails: number;
  readonly paidMails: number;
  readonly canceledMails: number;
  readonly sentMails: number;
  readonly refundMails: number;
}

interface StoredPayment {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly cents: number;
}

interface StoredRefund {
  readonly id: string;
  readonly number: string;
  readonly paymentId: string;
  readonly providerId: string | null;
  readonly state: 'due' | 'sent' | 'failed' | 'canceled';
  readonly cents: number;
  readonly isForeign: boolean;
}

const ORDERS_SQL = `SELECT o.number, o.status,
    (SELECT sum(l.quantity)::int FROM order_lines l WHERE l.order_id = o.id) AS ordered,
    (SELECT coalesce(sum((l ->> 'quantity')::int), 0)::int FROM shipments s, jsonb_array_elements(s.lines) l WHERE s.order_number = o.number) AS sent,
    (SELECT coalesce(sum((l ->> 'quantity')::int), 0)::int FROM refunds r, jsonb_array_elements(r.lines) l
     WHERE r.order_number = o.number AND r.applied_at IS NOT NULL) AS refunded,
    (SELECT coalesce(sum((l ->> 'quantity')::int), 0)::int FROM refunds r, jsonb_array_elements(r.lines) l
     WHERE r.order_number = o.number AND r.applied_at IS NOT NULL AND (l ->> 'restock')::boolean) AS restocked,
    (SELECT count(*)::int FROM audit_log a WHERE a.subject = o.number AND a.action = 'order.paid') AS paid,
    (SELECT count(*)::int FROM shipments s WHERE s.order_number = o.number) AS shipments,
    m.* FROM orders o CROSS JOIN LATERAL (SELECT
      count(*) FILTER (WHERE m.subject = 'Your order ' || o.number)::int AS "placedMails",
      count(*) FILTER (WHERE m.subject = 'Your order ' || o.number || ' is paid')::int AS "paidMails",
      count(*) FILTER (WHERE m.subject = 'Your order ' || o.number || ' is canceled')::int AS "canceledMails",
      count(*) FILTER (WHERE m.subject LIKE '%' || o.number || ' is on its way')::int AS "sentMails",
      count(*) FILTER (WHERE m.subject = 'Your refund for order ' || o.number)::int AS "refundMails"
    FROM mails m WHERE m.subject LIKE '%' || o.number || '%') m`;

const groupBy = <Row, Key>(rows: readonly Row[], toKey: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(toKey(row), [...(groups.get(toKey(row)) ?? []), row]);
  return groups;
};
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const count = <Row>(rows: readonly Row[], holds: (row: Row) => boolean): number => rows.filter(holds).length;

/** Compares the shop with what Stripe has, once all has come to rest. `placed`: numbers of orders by their keys. */
export const compareLedgers = async (
  database: Database,
  stripe: FakeStripe,
  {
    placed,
    product,
    stock,
  }: { readonly placed: ReadonlyMap<string, string>; readonly product: string; readonly stock: number },
): Promise<LedgerReport> => {
  const { rows: orders } = await database.query<StoredOrder>(ORDERS_SQL);
  const { rows: payments } = await database.query<StoredPayment>(
    'SELECT id, order_number AS number, status, coalesce(received_cents, amount_cents) AS cents FROM payments',
  );
  const { rows: refunds } = await database.query<StoredRefund>(
    `SELECT id, order_number AS number, payment_id AS "paymentId", provider_id AS "providerId", state, amount_cents AS cents,
       reason = 'Made at the provider' AS "isForeign" FROM refunds`,
  );
  const { rows: stocks } = await database.query<{ stock: number; held: number }>(
    'SELECT stock, held FROM products WHERE id = $1',
    [product],
  );
  const taken = [...stripe.sessions.values()].filter(({ payment_status: status }) => status === 'paid');
  const given = stripe.refunds.filter(({ status }) => status === 'succeeded');
  const numbers = new Set(orders.map(({ number }) => number));
  const refundsOf = groupBy(refunds, ({ number }) => number);
  const paymentsOf = groupBy(payments, ({ number }) => number);
  const isSold = ({ status }: StoredOrder): boolean => status === 'processing' || status === 'shipped';

  const takenOf = groupBy(taken, ({ client_reference_id: id }) => id ?? '');
  const givenOf = groupBy(given, ({ payment_intent: id }) => id);
  /** What Stripe took and gave back for a payment. */
  const readLedger = (id: string): { readonly taken: number; readonly given: number } => {
    const pages = takenOf.get(id) ?? [];
    return {
      taken: sum(pages.map(({ amount_total: cents }) => cents ?? 0)),
      given: sum(
        pages.flatMap(({ payment_intent: intent }) =>
          (givenOf.get(intent as string) ?? []).map(({ amount }) => amount),
        ),
      ),
    };
  };
  const isReceived = ({ status }: StoredPayment): boolean => ['paid', 'refund-due', 'refunded'].includes(status);
  /** Payments of which something is left, and how many of them an order may keep. */
  const keeping = orders.map((order) => ({
    order,
    kept: count(paymentsOf.get(order.number) ?? [], ({ id }) => readLedger(id).taken > readLedger(id).given),
  }));
  const out = orders.map(({ status, ordered, refunded, restocked }) =>
    status === 'canceled' ? refunded - restocked : ordered - restocked,
  );
  return {
    orders: orders.length,
    payments: taken.length,
    refunds: given.length,
    lost:
      count([...placed.values()], (number) => !numbers.has(number)) +
      count([...takenOf.keys()], (id) => !payments.some((payment) => payment.id === id && isReceived(payment))),
    doubled:
      orders.length -
      new Set(placed.keys()).size +
      count(orders, ({ paid }) => paid > 1) +
      count(orders, ({ sent, ordered }) => sent > ordered) +
      count([...takenOf.values()], (pages) => pages.length > 1) +
      count(
        [...groupBy(given, ({ id, metadata }) => metadata?.['refund_id'] ?? id).values()],
        (same) => same.length > 1,
      ),
    unpaid:
      count(payments, (payment) => isReceived(payment) && !takenOf.has(payment.id)) +
      count(
        orders,
        (order) => isSold(order) && sum((paymentsOf.get(order.number) ?? []).map(({ id }) => readLedger(id).taken)) < 1,
      ),
    kept: count(keeping, ({ order, kept }) => kept > (isSold(order) ? 1 : 0)),
    refundsOff: count(payments, ({ id, cents }) => {
      const ledger = readLedger(id);
      const sent = refunds.filter(({ paymentId, state }) => paymentId === id && state === 'sent');
      return (
        sum(sent.map((refund) => refund.cents)) !== ledger.given ||
        ledger.given > ledger.taken ||
        (takenOf.has(id) && ledger.taken !== cents) ||
        !sent.every(({ providerId, cents: sentCents }) =>
          given.some((refund) => refund.id === providerId && refund.amount === sentCents),
        )
      );
    }),
    due: count(refunds, ({ state }) => state === 'due'),
    stockOff: stock - sum(out) - (stocks[0]?.stock ?? 0),
    mailsOff: count(orders, (order) => {
      const { number, status, paid, shipments } = order;
      const own = (refundsOf.get(number) ?? []).filter(({ isForeign }) => !isForeign);
      return (
        order.placedMails > 1 ||
        order.paidMails !== paid ||
        order.canceledMails > (status === 'canceled' ? 1 : 0) ||
        order.sentMails !== shipments ||
        order.refundMails < count(own, ({ state }) => state === 'sent') ||
        // One that failed later had its mail.
        order.refundMails > count(own, ({ providerId }) => providerId !== null) ||
        order.placedMails + order.paidMails + order.canceledMails < 1
      );
    }),
  };
};
