import type { Order } from '@shop/shared/contracts';
import { escapeHtml } from '../../http/escapeHtml';
import type { NewMail } from '../mail/mailsRepository';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dollars = (amount: number): string => money.format(amount);
const formatAmount = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

/**
 * What mails tell of an order. What was typed when it was placed is in it only where the address is that of the
 * customer's own account: to anybody else the shop would deliver a stranger's words (decision 0027).
 */
export interface MailedOrder extends Omit<Order, 'billing' | 'shipping_address'> {
  readonly to: string;
  readonly typed: { readonly name: string; readonly town: string } | null;
}

const greet = ({ typed }: MailedOrder): string => (typed ? `Hello ${typed.name},` : 'Hello,');

interface Amount {
  readonly name: string;
  readonly amount: string;
}

/** What stands below the lines: discount, shipping, total, and what that was in the currency of the shopper. */
const amountsOf = ({
  discount,
  coupon_code: coupon,
  total,
  display_currency: currency,
  exchange_rate: rate,
}: MailedOrder): Amount[] => [
  ...(discount > 0 ? [{ name: `Discount (${coupon})`, amount: `-${dollars(discount)}` }] : []),
  { name: 'Shipping', amount: 'Free' },
  { name: 'Total', amount: dollars(total) },
  ...(currency === 'USD'
    ? []
    : [{ name: `Shown to you as (charged in US dollars)`, amount: formatAmount(total * rate, currency) }]),
];

const orderHref = (publicUrl: string, number: string): string =>
  new URL(`/checkout/order-received/${encodeURIComponent(number)}`, publicUrl).href;

const writeText = (order: MailedOrder, publicUrl: string): string =>
  [
    greet(order),
    '',
    `Thank you. We have received your order ${order.number}.`,
    '',
    ...order.lines.map((line) => `${line.quantity} x ${line.name}: ${dollars(line.line_total)}`),
    '',
    ...amountsOf(order).map(({ name, amount }) => `${name}: ${amount}`),
    '',
    ...(order.payment_instructions ? [order.payment_instructions, ''] : []),
    `Your order: ${orderHref(publicUrl, order.number)}`,
  ].join('\n');

const writeHtml = (order: MailedOrder, publicUrl: string): string => {
  const rows = order.lines
    .map(
      (line) =>
        `<tr><td>${line.quantity} x ${escapeHtml(line.name)}</td><td align="right">${dollars(line.line_total)}</td></tr>`,
    )
    .join('');
  const amounts = amountsOf(order)
    .map(({ name, amount }) => `<tr><td>${escapeHtml(name)}</td><td align="right">${amount}</td></tr>`)
    .join('');
  const instructions = order.payment_instructions.split('\n').map(escapeHtml).join('<br>');
  return `<p>${escapeHtml(greet(order))}</p><p>Thank you. We have received your order <strong>${order.number}</strong>.</p>
<table>${rows}${amounts}</table>
<p>${instructions}</p><p><a href="${escapeHtml(orderHref(publicUrl, order.number))}">Your order</a></p>`;
};

/** The mail that says an order has arrived. */
export const writeOrderMail = (order: MailedOrder, publicUrl: string): NewMail => ({
  to: order.to,
  subject: `Your order ${order.number}`,
  text: writeText(order, publicUrl),
  html: writeHtml(order, publicUrl),
});

const writeSentences = (order: MailedOrder, subject: string, sentences: readonly string[]): NewMail => {
  const all = [greet(order), ...sentences];
  return {
    to: order.to,
    subject,
    text: all.join('\n\n'),
    html: all.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n'),
  };
};

/** The mail that says a payment has arrived. */
export const writePaidMail = (order: MailedOrder): NewMail =>
  writeSentences(order, `Your order ${order.number} is paid`, [
    `We have received your payment of ${dollars(order.total)} for your order ${order.number}. We pack it now.`,
  ]);

/** Why an order that nobody paid is cancelled. */
const UNPAID_REASONS = {
  bank: 'your bank transfer has not arrived within seven days.',
  global: 'it was not paid within a day.',
} as const;

/** Why money that came is sent back. */
const REFUND_REASONS = {
  cancelled: 'That order is cancelled.',
  'pending-payment': 'It is not what the order costs, so the order still waits for its payment.',
} as const satisfies Partial<Record<Order['status'], string>>;

/**
 * The mail that says money came which the order does not want: it is cancelled, paid already, or costs something else.
 */
export const writeRefundMail = (order: MailedOrder): NewMail => {
  const reason =
    order.status === 'cancelled' || order.status === 'pending-payment'
      ? REFUND_REASONS[order.status]
      : 'That order was paid before.';
  return writeSentences(order, `Your payment for order ${order.number}`, [
    `We have received a payment for your order ${order.number}. ${reason} We send the money back.`,
  ]);
};

/** The mail that says an order was cancelled. */
export const writeCancelMail = (order: MailedOrder, wasPaid: boolean): NewMail =>
  writeSentences(order, `Your order ${order.number} is cancelled`, [
    `Your order ${order.number} is cancelled. Nothing will be sent, and ${wasPaid ? 'we send your money back' : 'nothing is to pay'}.`,
  ]);

/** The mail that says an order was cancelled because nobody paid it in time. */
export const writeUnpaidMail = (order: MailedOrder): NewMail =>
  writeSentences(order, `Your order ${order.number} is cancelled`, [
    `Your order ${order.number} is cancelled, because ${UNPAID_REASONS[order.payment_method === 'bank' ? 'bank' : 'global']} Nothing will be sent, and nothing is to pay.`,
    'If you have paid for it in the meantime, we send your money back. You are welcome to order again.',
  ]);

/** The mail that says an order is on its way. */
export const writeShippedMail = (order: MailedOrder): NewMail =>
  writeSentences(order, `Your order ${order.number} is on its way`, [
    `We have sent your order ${order.number}${order.typed ? ` to ${order.typed.town}` : ''}.`,
    ...(order.payment_method === 'cash' && order.total > 0
      ? [`Please pay ${dollars(order.total)} in cash when it arrives.`]
      : []),
  ]);

/** The mail that says money has gone back; `amount` in units of `currency`. */
export const writeRefundedMail = (order: MailedOrder, amount: number, currency: string): NewMail =>
  writeSentences(order, `Your refund for order ${order.number}`, [
    `We have sent ${formatAmount(amount, currency)} of your order ${order.number} back to you. It takes some days to reach your account.`,
  ]);
