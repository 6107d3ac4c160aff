import { describeChoices, describePiecePrice, describeQuantity, type Order, type OrderLine } from '@shop/contracts';
import type { SentMail } from '../src/modules/mail/mailListRepository';
import type { OrderDetails } from '../src/modules/orders/orderListRepository';
import type { ListedPayment } from '../src/modules/payments/paymentsRepository';
import { formatAddress } from '../src/modules/orders/formatAddress';
import { formatInstant } from '../src/formatTime';
import { printTable, sanitize } from './printTable';

export interface ShownOrder extends Order, OrderDetails {
  readonly payments: readonly ListedPayment[];
  readonly mails: readonly SentMail[];
}

const NAME_WIDTH = 15;

const formatAmount = (amount: number): string => amount.toFixed(2);
const formatDate = (date: Date | null): string => (date === null ? '' : formatInstant(date.toISOString()));
const formatPayment = ({ amount, currency }: ListedPayment): string => `${formatAmount(amount)} ${currency}`;

const describeCustomer = ({ account }: ShownOrder): string =>
  account === null ? 'guest' : `${account.name}, account ${account.email}`;

const describeDelivery = ({ slot, shipping_address: shipping, billing }: ShownOrder): string =>
  slot === null
    ? '-'
    : `${slot.starts} to ${slot.ends.slice(-5)} in ${slot.area} (slot ${slot.id}), to ${formatAddress(shipping ?? billing)}`;

/** Without those of no use to the reader, such as a coupon that there is none of. */
const listFields = (order: ShownOrder): readonly (readonly [string, string])[] => {
  const { billing, shipping_address: shipping, coupon_code: coupon, display_currency: currency } = order;
  const due = order.payments.filter(({ status }) => status === 'refund-due');
  return [
    ['Order', order.number],
    ['Status', order.status],
    ['Placed', formatInstant(order.created_at)],
    ['Kept until', order.held_until === null ? '-' : formatInstant(order.held_until)],
    ['Customer', describeCustomer(order)],
    ['Email', billing.email],
    ['Phone', billing.phone],
    ['Billed to', formatAddress(billing)],
    ['Shipped to', shipping === null ? 'the same address' : `${formatAddress(shipping)}, phone ${shipping.phone}`],
    ['Delivery', describeDelivery(order)],
    ['Notes', billing.orderNotes || '-'],
    ['Subtotal', formatAmount(order.subtotal)],
    ['Discount', `${formatAmount(order.discount)}${coupon === null ? '' : `, coupon ${coupon}`}`],
    ['Shipping', formatAmount(order.shipping)],
    ['Total', `${formatAmount(order.total)} ${order.currency}`],
    ...(currency === order.currency
      ? []
      : [['Shown as', `${formatAmount(order.total * order.exchange_rate)} ${currency}`] as const]),
    ['Paid by', order.payment_method],
    ['Told to pay', order.payment_instructions || '-'],
    ['Refund due', due.map(formatPayment).join(' and ') || 'none'],
  ];
};

const describeLine = ({ choices, choices_price: price, substitution, certification }: OrderLine): string =>
  [
    ...(choices?.engraving ? [`${describeChoices(choices).slice(2)}, ${formatAmount(price ?? 0)} each`] : []),
    ...(substitution ? [`if missing: ${substitution}`] : []),
    ...(certification ? [`report ${certification.reportNumber} (${certification.laboratory})`] : []),
  ].join('; ');

const describeSending = ({ sent_at: sentAt, attempts, last_error: error }: SentMail): string => {
  if (sentAt !== null) return formatDate(sentAt);
  if (attempts === 0) return 'waits';
  return `not sent after ${attempts} attempts: ${error ?? 'one is under way'}`;
};

/** Prints an order as fields and tables. */
export const printOrder = (order: ShownOrder, print: (line: string) => void): void => {
  for (const [name, value] of listFields(order))
    print(`${name.padEnd(NAME_WIDTH)}${sanitize(value.replaceAll(/\s+/g, ' '))}`);
  print('');
  printTable(
    ['QUANTITY', 'NAME', 'PRODUCT', 'VARIANT', 'SKU', 'EACH', 'TOTAL', 'CHOICES'],
    order.lines.map((line) => [
      describeQuantity(line.quantity, line.measure),
      line.name,
      line.product_id,
      line.variant_id ?? '',
      line.sku,
      describePiecePrice(line.unit_price, line.measure, formatAmount),
      formatAmount(line.line_total),
      describeLine(line),
    ]),
    print,
  );
  print('');
  if (order.payments.length === 0) print('No payments.');
  else
    printTable(
      ['PAYMENT', 'PROVIDER', 'STATUS', 'AMOUNT', 'STARTED', 'SETTLED', 'DISPUTE'],
      order.payments.map((payment) => [
        payment.id,
        payment.provider,
        payment.status,
        formatPayment(payment),
        formatDate(payment.started_at),
        formatDate(payment.settled_at),
        payment.dispute ?? '',
      ]),
      print,
    );
  print('');
  const { refunds = [], shipments = [] } = order;
  if (refunds.length > 0)
    printTable(
      ['REFUND', 'STATUS', 'AMOUNT', 'AT'],
      refunds.map(({ state, amount, currency, at, lines }) => [
        lines.length > 0 ? `lines ${lines.map(({ position }) => position + 1).join(', ')}` : 'amount',
        state,
        `${formatAmount(amount)} ${currency}`,
        formatInstant(at),
      ]),
      print,
    );
  if (shipments.length > 0)
    printTable(
      ['SENT', 'LINES', 'CARRIER', 'TRACKING', 'DELIVERED'],
      shipments.map(({ sent_at: sentAt, lines, carrier, tracking, delivered_at: deliveredAt }) => [
        formatInstant(sentAt),
        lines.map(({ position, quantity }) => `${position + 1} x ${quantity}`).join(', '),
        carrier,
        tracking,
        deliveredAt === null ? '' : formatInstant(deliveredAt),
      ]),
      print,
    );
  if (order.mails.length === 0) return print('No mails.');
  printTable(
    ['MAIL', 'CREATED', 'SENT'],
    order.mails.map((mail) => [
      mail.subject,
      formatDate(mail.created_at),
      describeSending(mail).replaceAll(/\s+/g, ' '),
    ]),
    print,
  );
};
