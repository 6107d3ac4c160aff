import type { Order } from '@shop/shared/contracts';
import { escapeHtml } from '../../http/escapeHtml';
import type { NewMail } from '../mail/mailsRepository';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dollars = (amount: number): string => money.format(amount);
const formatAmount = (amount: number, currency: string): string => new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

interface Amount {
  readonly name: string;
  readonly amount: string;
}

/** What stands below the lines: discount, shipping, total, and what that was in the currency of the shopper. */
const amountsOf = ({ discount, coupon_code: coupon, total, display_currency: currency, exchange_rate: rate }: Order): Amount[] => [
  ...(discount > 0 ? [{ name: `Discount (${coupon})`, amount: `-${dollars(discount)}` }] : []),
  { name: 'Shipping', amount: 'Free' },
  { name: 'Total', amount: dollars(total) },
  ...(currency === 'USD' ? [] : [{ name: `Shown to you as (charged in US dollars)`, amount: formatAmount(total * rate, currency) }]),
];

const orderHref = (publicUrl: string, number: string): string => new URL(`/checkout/order-received/${encodeURIComponent(number)}`, publicUrl).href;

const writeText = (order: Order, publicUrl: string): string =>
  [
    `Hello ${order.billing.firstName},`,
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

const writeHtml = (order: Order, publicUrl: string): string => {
  const rows = order.lines.map((line) => `<tr><td>${line.quantity} x ${escapeHtml(line.name)}</td><td align="right">${dollars(line.line_total)}</td></tr>`).join('');
  const amounts = amountsOf(order).map(({ name, amount }) => `<tr><td>${escapeHtml(name)}</td><td align="right">${amount}</td></tr>`).join('');
  const instructions = order.payment_instructions.split('\n').map(escapeHtml).join('<br>');
  return `<p>Hello ${escapeHtml(order.billing.firstName)},</p><p>Thank you. We have received your order <strong>${order.number}</strong>.</p>
<table>${rows}${amounts}</table>
<p>${instructions}</p><p><a href="${escapeHtml(orderHref(publicUrl, order.number))}">Your order</a></p>`;
};

/** The mail that says an order has arrived. */
export const writeOrderMail = (order: Order, publicUrl: string): NewMail => ({
  to: order.billing.email,
  subject: `Your order ${order.number}`,
  text: writeText(order, publicUrl),
  html: writeHtml(order, publicUrl),
});

const writeSentences = (order: Order, subject: string, sentences: readonly string[]): NewMail => {
  const all = [`Hello ${order.billing.firstName},`, ...sentences];
  return { to: order.billing.email, subject, text: all.join('\n\n'), html: all.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n') };
};

/** The mail that says a payment has arrived. */
export const writePaidMail = (order: Order): NewMail =>
  writeSentences(order, `Your order ${order.number} is paid`, [`We have received your payment of ${dollars(order.total)} for your order ${order.number}. We pack it now.`]);

/** Why money that came is sent back. */
const REFUND_REASONS = {
  cancelled: 'That order is cancelled.',
  'pending-payment': 'It is not what the order costs, so the order still waits for its payment.',
} as const satisfies Partial<Record<Order['status'], string>>;

/** The mail that says money came which the order does not want: it is cancelled, paid already, or costs something else. */
export const writeRefundMail = (order: Order): NewMail => {
  const reason = order.status === 'cancelled' || order.status === 'pending-payment' ? REFUND_REASONS[order.status] : 'That order was paid before.';
  return writeSentences(order, `Your payment for order ${order.number}`, [`We have received a payment for your order ${order.number}. ${reason} We send the money back.`]);
};

/** The mail that says an order was cancelled. */
export const writeCancelMail = (order: Order, wasPaid: boolean): NewMail =>
  writeSentences(order, `Your order ${order.number} is cancelled`, [
    `Your order ${order.number} is cancelled. Nothing will be sent, and ${wasPaid ? 'we send your money back' : 'nothing is to pay'}.`,
  ]);

/** The mail that says an order is on its way. */
export const writeShippedMail = (order: Order): NewMail =>
  writeSentences(order, `Your order ${order.number} is on its way`, [
    `We have sent your order ${order.number} to ${(order.shipping_address ?? order.billing).townCity}.`,
    ...(order.payment_method === 'cash' && order.total > 0 ? [`Please pay ${dollars(order.total)} in cash when it arrives.`] : []),
  ]);

/** The mail that says money has gone back; `amount` in units of `currency`. */
export const writeRefundedMail = (order: Order, amount: number, currency: string): NewMail =>
  writeSentences(order, `Your refund for order ${order.number}`, [
    `We have sent ${formatAmount(amount, currency)} of your order ${order.number} back to you. It takes some days to reach your account.`,
  ]);
