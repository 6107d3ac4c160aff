import { describeQuantity, type Order, type OrderLine } from '@shop/contracts';
import { formatDollars } from '../../formatDollars';
import { buildContent, type WordedContent } from '../mail/Letter';
import type { MailContent } from '../mail/writeMail';

const formatAmount = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

/**
 * The data of an order that mails contain. Customer input is included only if the address belongs to the customer's own
 * account: otherwise anyone could send text to any mailbox (decision 0027).
 */
export interface MailedOrder extends Omit<Order, 'billing' | 'shipping_address'> {
  readonly customerInput: { readonly name: string; readonly town: string; readonly address: string } | null;
  /** False if this mail has to confirm the order, too, because the confirmation was not sent yet. */
  readonly isConfirmed: boolean;
  readonly isGuest: boolean;
  /** Of the order's page. */
  readonly url: string;
}

type OrderGoods = NonNullable<MailContent['order']>;

/** "2 x Halo Ring", or of goods sold loose "750 g Potatoes". */
const nameLine = ({ quantity, measure, name }: OrderLine): string =>
  `${describeQuantity(quantity, measure)}${measure?.stepGrams ? '' : ' x'} ${name}`;

/** The smallest file of a picture that the shop serves, twice as wide as it is shown. */
const toThumbnail = (image: string): string => image.replace(/^(\/media\/.+)-\d+\.webp$/, '$1-320.webp');

const listLines = ({ lines }: MailedOrder): OrderGoods['lines'] =>
  lines.map((line) => ({
    name: nameLine(line),
    amount: formatDollars(line.line_total),
    picture: toThumbnail(line.image),
  }));

/** The lines with the amounts below them: discount, shipping, total, and the total in the display currency. */
const describeGoods = (order: MailedOrder): OrderGoods => {
  const { discount, coupon_code: coupon, total, display_currency: currency, exchange_rate: rate } = order;
  return {
    lines: listLines(order),
    amounts: [
      ...(discount > 0 ? [{ name: `Discount (${coupon})`, amount: `-${formatDollars(discount)}` }] : []),
      { name: 'Shipping', amount: 'Free' },
      { name: 'Total', amount: formatDollars(total), isTotal: true },
      ...(currency === 'USD'
        ? []
        : [{ name: 'Shown to you as (charged in US dollars)', amount: formatAmount(total * rate, currency) }]),
    ],
  };
};

const describeWay = ({ arrival, delivery, customerInput }: MailedOrder): NonNullable<MailContent['facts']> => [
  ...(arrival ? [{ name: 'Arrives', text: arrival }] : []),
  ...(delivery ? [{ name: 'Delivery of your food', text: `${delivery.day}, ${delivery.hours}` }] : []),
  ...(customerInput ? [{ name: 'Delivery address', text: customerInput.address }] : []),
];

type Parts = Pick<MailContent, 'order' | 'facts' | 'notes'>;

/** What every mail about an order has: a greeting, and a button that leads to it. */
const buildParts = (order: MailedOrder, parts: Parts, label = 'View your order') => ({
  ...parts,
  greeting: order.customerInput ? `Hello ${order.customerInput.name},` : 'Hello,',
  button: { label, url: order.url },
});

/** A guest's cash order for a delivery slot is confirmed by opening its page (product.md 7.19). */
const waitsForGuest = ({ isGuest, payment_method: method, delivery, total }: MailedOrder): boolean =>
  isGuest && method === 'cash' && Boolean(delivery) && total > 0;

/** Confirms an order. */
export const writeOrderMail = (order: MailedOrder): WordedContent =>
  buildContent(
    'order-received',
    { number: order.number, payment: order.payment_instructions },
    buildParts(
      order,
      { order: describeGoods(order), facts: describeWay(order), notes: order.notes ?? [] },
      waitsForGuest(order) ? 'Confirm your order' : undefined,
    ),
  );

/** Confirms a payment, and the order if that was not confirmed before. */
export const writePaidMail = (order: MailedOrder): WordedContent =>
  buildContent(
    order.isConfirmed ? 'order-paid' : 'order-received-paid',
    { number: order.number, total: formatDollars(order.total) },
    buildParts(order, {
      order: describeGoods(order),
      facts: describeWay(order),
      notes: order.isConfirmed ? [] : (order.notes ?? []),
    }),
  );

const UNPAID_REASONS = {
  bank: 'your bank transfer has not arrived in time',
  global: 'it was not paid in time',
  cash: 'it was not confirmed in time',
} as const;

const REFUND_REASONS = {
  canceled: 'That order is canceled.',
  'pending-payment': 'It is not what the order costs, so the order still waits for its payment.',
} as const satisfies Partial<Record<Order['status'], string>>;

/** Announces the refund of an unexpected payment: the order is canceled or already paid, or the amount is wrong. */
export const writeRefundMail = (order: MailedOrder): WordedContent => {
  const reason =
    order.status === 'canceled' || order.status === 'pending-payment'
      ? REFUND_REASONS[order.status]
      : 'That order was paid before.';
  return buildContent('payment-returned', { number: order.number, reason }, buildParts(order, {}));
};

const buildCanceledParts = (order: MailedOrder) =>
  buildParts(order, { order: { lines: listLines(order), amounts: [] } });

/** Confirms a cancellation. */
export const writeCancelMail = (order: MailedOrder, wasPaid: boolean): WordedContent =>
  buildContent(
    'order-canceled',
    { number: order.number, refund: wasPaid ? 'we will send your money back' : 'there is nothing to pay' },
    buildCanceledParts(order),
  );

/** Announces that an order was canceled because it was not paid, or in cash not confirmed, in time. */
export const writeUnpaidMail = (order: MailedOrder): WordedContent =>
  buildContent(
    'order-unpaid',
    {
      number: order.number,
      reason: UNPAID_REASONS[order.payment_method],
      paid_meanwhile:
        order.payment_method === 'cash' ? '' : 'If you have paid for it in the meantime, we will send your money back.',
    },
    buildCanceledParts(order),
  );

/** Announces that an order waits longer for its payment. The instructions say until when. */
export const writeProlongedMail = (order: MailedOrder): WordedContent =>
  buildContent(
    'order-prolonged',
    { number: order.number, payment: order.payment_instructions },
    buildParts(order, { order: describeGoods(order) }),
  );

const METHODS = { bank: 'by bank transfer', global: 'online', cash: 'in cash' } as const;

/** Tells the merchant of an order, without its customer's name and address: those are behind the button. */
export const describeNewOrder = ({ lines, payment_method: method, delivery }: Order): string[] => [
  `${lines.map((line) => nameLine(line)).join(', ')}.`,
  `To be paid ${METHODS[method]}.${delivery ? ` A van brings it on ${delivery.day}, ${delivery.hours}.` : ''}`,
];

/** What was sent together. */
interface MailedShipment {
  /** Null for the whole order. */
  readonly lines: readonly { readonly position: number; readonly quantity: number }[] | null;
  /** Something of the order is still to be sent. */
  readonly isPart: boolean;
  readonly carrier: string;
  readonly tracking: string;
}

/** The lines of a shipment, with what these pieces cost. */
const listShipped = (order: MailedOrder, lines: NonNullable<MailedShipment['lines']>): OrderGoods =>
  ({
    lines: lines.flatMap(({ position, quantity }) => {
      const line = order.lines[position];
      if (!line) return [];
      const shipped = { ...line, quantity, line_total: line.unit_price * quantity };
      return listLines({ ...order, lines: [shipped] });
    }),
    amounts: [],
  }) satisfies OrderGoods;

/** Announces a shipment. */
export const writeShippedMail = (
  order: MailedOrder,
  { lines, isPart, carrier, tracking }: MailedShipment = { lines: null, isPart: false, carrier: '', tracking: '' },
): WordedContent => {
  const way = [carrier, tracking].filter(Boolean).join(' ');
  const { number } = order;
  const destination = order.customerInput ? `to ${order.customerInput.town}` : '';
  const parts = buildParts(order, {
    order: lines ? listShipped(order, lines) : describeGoods(order),
    facts: [...(way === '' ? [] : [{ name: 'Tracking', text: way }]), ...describeWay(order)],
  });
  if (isPart) return buildContent('order-part-shipped', { number, destination }, parts);
  const cash =
    order.payment_method === 'cash' && order.total > 0
      ? `Please pay ${formatDollars(order.total)} in cash when it arrives.`
      : '';
  const what = lines ? 'the rest of your order' : 'your order';
  return buildContent('order-shipped', { number, destination, cash, what }, parts);
};

/** Confirms a refund. `amount` is in units of `currency`, not cents. */
export const writeRefundedMail = (order: MailedOrder, amount: number, currency: string): WordedContent =>
  buildContent(
    'order-refunded',
    { number: order.number, amount: formatAmount(amount, currency) },
    buildParts(order, {}),
  );
