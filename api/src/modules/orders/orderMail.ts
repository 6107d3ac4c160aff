import { describeQuantity, type DeliveryTime, type Order, type OrderLine } from '@shop/contracts';
import { formatDollars } from '../../formatDollars';
import { escapeHtml } from '../../http/escapeHtml';
import type { NewMail } from '../mail/mailsRepository';

const formatAmount = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

/**
 * The data of an order that mails contain. Customer input is included only if the address belongs to the customer's own
 * account: otherwise anyone could send text to any mailbox (decision 0027).
 */
export interface MailedOrder extends Omit<Order, 'billing' | 'shipping_address'> {
  readonly to: string;
  readonly customerInput: { readonly name: string; readonly town: string } | null;
}

const formatGreeting = ({ customerInput }: MailedOrder): string =>
  customerInput ? `Hello ${customerInput.name},` : 'Hello,';

interface Amount {
  readonly name: string;
  readonly amount: string;
}

/** Lists the amounts below the lines: discount, shipping, total, and the total in the display currency. */
const listAmounts = ({
  discount,
  coupon_code: coupon,
  total,
  display_currency: currency,
  exchange_rate: rate,
}: MailedOrder): Amount[] => [
  ...(discount > 0 ? [{ name: `Discount (${coupon})`, amount: `-${formatDollars(discount)}` }] : []),
  { name: 'Shipping', amount: 'Free' },
  { name: 'Total', amount: formatDollars(total) },
  ...(currency === 'USD'
    ? []
    : [{ name: `Shown to you as (charged in US dollars)`, amount: formatAmount(total * rate, currency) }]),
];

const describeDelivery = ({ day, hours }: DeliveryTime): string => `Delivery of your food: ${day}, ${hours}`;

/** Where a mail's link leads: the shop, and for a guest's order the key that opens it in any browser. */
export interface OrderLink {
  readonly publicUrl: string;
  readonly key: string | null;
}

/** The key is in the fragment, which browsers send to no server. */
const buildOrderUrl = ({ publicUrl, key }: OrderLink, number: string): string =>
  new URL(`/checkout/order-received/${encodeURIComponent(number)}${key === null ? '' : `#key=${key}`}`, publicUrl).href;

/** "2 x Halo Ring", or of goods sold loose "750 g Potatoes". */
const nameLine = ({ quantity, measure, name }: OrderLine): string =>
  `${describeQuantity(quantity, measure)}${measure?.stepGrams ? '' : ' x'} ${name}`;

const writeText = (order: MailedOrder, link: OrderLink): string =>
  [
    formatGreeting(order),
    '',
    `Thank you. We have received your order ${order.number}.`,
    '',
    ...order.lines.map((line) => `${nameLine(line)}: ${formatDollars(line.line_total)}`),
    '',
    ...listAmounts(order).map(({ name, amount }) => `${name}: ${amount}`),
    '',
    ...(order.delivery ? [describeDelivery(order.delivery), ''] : []),
    ...(order.payment_instructions ? [order.payment_instructions, ''] : []),
    ...(order.notes ?? []).flatMap((note) => [note, '']),
    `Your order: ${buildOrderUrl(link, order.number)}`,
  ].join('\n');

const writeHtml = (order: MailedOrder, link: OrderLink): string => {
  const rows = order.lines
    .map(
      (line) =>
        `<tr><td>${escapeHtml(nameLine(line))}</td><td align="right">${formatDollars(line.line_total)}</td></tr>`,
    )
    .join('');
  const amounts = listAmounts(order)
    .map(({ name, amount }) => `<tr><td>${escapeHtml(name)}</td><td align="right">${amount}</td></tr>`)
    .join('');
  const instructions = order.payment_instructions.split('\n').map(escapeHtml).join('<br>');
  const delivery = order.delivery ? `<p>${escapeHtml(describeDelivery(order.delivery))}</p>` : '';
  const notes = (order.notes ?? []).map((note) => `<p>${escapeHtml(note)}</p>`).join('');
  return `<p>${escapeHtml(formatGreeting(order))}</p><p>Thank you. We have received your order <strong>${order.number}</strong>.</p>
<table>${rows}${amounts}</table>
${delivery}<p>${instructions}</p>${notes}<p><a href="${escapeHtml(buildOrderUrl(link, order.number))}">Your order</a></p>`;
};

/** Confirms an order. */
export const writeOrderMail = (order: MailedOrder, link: OrderLink): NewMail => ({
  to: order.to,
  subject: `Your order ${order.number}`,
  text: writeText(order, link),
  html: writeHtml(order, link),
});

const buildMail = (order: MailedOrder, subject: string, sentences: readonly string[]): NewMail => {
  const paragraphs = [formatGreeting(order), ...sentences];
  return {
    to: order.to,
    subject,
    text: paragraphs.join('\n\n'),
    html: paragraphs.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n'),
  };
};

/** Confirms a payment. */
export const writePaidMail = (order: MailedOrder): NewMail =>
  buildMail(order, `Your order ${order.number} is paid`, [
    `We have received your payment of ${formatDollars(order.total)} for your order ${order.number}. We are packing it now.`,
  ]);

const UNPAID_REASONS = {
  bank: 'your bank transfer has not arrived in time.',
  global: 'it was not paid in time.',
  cash: 'it was not confirmed in time.',
} as const;

const REFUND_REASONS = {
  canceled: 'That order is canceled.',
  'pending-payment': 'It is not what the order costs, so the order still waits for its payment.',
} as const satisfies Partial<Record<Order['status'], string>>;

/** Announces the refund of an unexpected payment: the order is canceled or already paid, or the amount is wrong. */
export const writeRefundMail = (order: MailedOrder): NewMail => {
  const reason =
    order.status === 'canceled' || order.status === 'pending-payment'
      ? REFUND_REASONS[order.status]
      : 'That order was paid before.';
  return buildMail(order, `Your payment for order ${order.number}`, [
    `We have received a payment for your order ${order.number}. ${reason} We will send the money back.`,
  ]);
};

/** Confirms a cancellation. */
export const writeCancelMail = (order: MailedOrder, wasPaid: boolean): NewMail =>
  buildMail(order, `Your order ${order.number} is canceled`, [
    `Your order ${order.number} is canceled. Nothing will be sent, and ${wasPaid ? 'we will send your money back' : 'there is nothing to pay'}.`,
  ]);

/** Announces that an order was canceled because it was not paid, or in cash not confirmed, in time. */
export const writeUnpaidMail = (order: MailedOrder): NewMail =>
  buildMail(order, `Your order ${order.number} is canceled`, [
    `Your order ${order.number} is canceled, because ${UNPAID_REASONS[order.payment_method]} Nothing will be sent, and there is nothing to pay.`,
    `${order.payment_method === 'cash' ? '' : 'If you have paid for it in the meantime, we will send your money back. '}You are welcome to order again.`,
  ]);

/** Announces that an order waits longer for its payment. The instructions say until when. */
export const writeProlongedMail = (order: MailedOrder): NewMail =>
  buildMail(order, `Your order ${order.number} is kept longer`, [
    `We keep your order ${order.number} longer for you.`,
    ...order.payment_instructions.split('\n'),
  ]);

/** Announces a shipment. */
export const writeShippedMail = (order: MailedOrder): NewMail =>
  buildMail(order, `Your order ${order.number} is on its way`, [
    `We have sent your order ${order.number}${order.customerInput ? ` to ${order.customerInput.town}` : ''}.`,
    ...(order.payment_method === 'cash' && order.total > 0
      ? [`Please pay ${formatDollars(order.total)} in cash when it arrives.`]
      : []),
  ]);

/** Confirms a refund. `amount` is in units of `currency`, not cents. */
export const writeRefundedMail = (order: MailedOrder, amount: number, currency: string): NewMail =>
  buildMail(order, `Your refund for order ${order.number}`, [
    `We have sent ${formatAmount(amount, currency)} of your order ${order.number} back to you. It may take a few days to reach your account.`,
  ]);
