import type { Order } from '@shop/shared/contracts';
import { escapeHtml } from '../../http/escapeHtml';
import type { NewMail } from '../mail/mailsRepository';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dollars = (amount: number): string => money.format(amount);

const writeText = ({ billing, number, lines, total, payment_instructions }: Order): string =>
  [
    `Hello ${billing.firstName},`,
    '',
    `Thank you. We have received your order ${number}.`,
    '',
    ...lines.map((line) => `${line.quantity} x ${line.name}: ${dollars(line.line_total)}`),
    '',
    'Shipping: Free',
    `Total: ${dollars(total)}`,
    '',
    payment_instructions,
  ].join('\n');

const writeHtml = ({ billing, number, lines, total, payment_instructions }: Order): string => {
  const rows = lines
    .map((line) => `<tr><td>${line.quantity} x ${escapeHtml(line.name)}</td><td align="right">${dollars(line.line_total)}</td></tr>`)
    .join('');
  const instructions = payment_instructions.split('\n').map(escapeHtml).join('<br>');
  return `<p>Hello ${escapeHtml(billing.firstName)},</p><p>Thank you. We have received your order <strong>${number}</strong>.</p>
<table>${rows}<tr><td>Shipping</td><td align="right">Free</td></tr><tr><td><strong>Total</strong></td><td align="right"><strong>${dollars(total)}</strong></td></tr></table>
<p>${instructions}</p>`;
};

/** The mail that says an order has arrived. */
export const writeOrderMail = (order: Order): NewMail => ({
  to: order.billing.email,
  subject: `Your order ${order.number}`,
  text: writeText(order),
  html: writeHtml(order),
});

/** The mail that says an order was cancelled. */
export const writeCancelMail = (order: Order): NewMail => {
  const sentences = [`Hello ${order.billing.firstName},`, `Your order ${order.number} is cancelled. Nothing will be sent, and nothing is to pay.`];
  return {
    to: order.billing.email,
    subject: `Your order ${order.number} is cancelled`,
    text: sentences.join('\n\n'),
    html: sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n'),
  };
};
