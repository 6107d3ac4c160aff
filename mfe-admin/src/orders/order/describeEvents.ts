import type { AuditRow, StaffOrder } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import {
  Ban,
  Clock,
  CreditCard,
  Mail,
  MapPin,
  PackageCheck,
  ShieldAlert,
  ShoppingBag,
  Truck,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { describeAction } from '../../audit/describeAction';
import type { TimelineEntry } from '../../detail/Timeline';
import { formatWhen } from '../../parts/formatWhen';
import { countLines } from './describePieces';

type Fields = Readonly<Record<string, unknown>>;

const readText = (fields: Fields | null, name: string): string => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : '';
};

/** "286.92 USD" is "$286.92", as is 286.92. */
const readAmount = (fields: Fields | null): string => {
  const amount = fields?.['amount'];
  if (typeof amount === 'number') return formatMoney(amount, readText(fields, 'currency') || 'USD');
  const [sum, currency] = readText(fields, 'amount').split(' ');
  return sum && currency ? formatMoney(Number(sum), currency) : 'the money';
};

const readLines = (fields: Fields | null): string => {
  const lines = fields?.['lines'];
  return Array.isArray(lines) ? countLines(lines.length) : 'the order';
};

const describeSending = (after: Fields | null): string => {
  const [carrier, tracking] = [readText(after, 'carrier'), readText(after, 'tracking')];
  return `Sent ${readLines(after)}${carrier && ` with ${carrier}`}${tracking && `, ${tracking}`}`;
};

/** "streetAddress" is "street address". */
const toWords = (name: unknown): string =>
  typeof name === 'string' ? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : '';

interface Event {
  readonly icon: LucideIcon;
  readonly tell: (row: AuditRow) => string;
  /** What somebody wrote. */
  readonly note?: string;
}

const EVENTS: Readonly<Record<string, Event>> = {
  'order.paid': { icon: CreditCard, tell: () => 'Paid' },
  'order.prolonged': {
    icon: Clock,
    tell: ({ after }) => `Kept until ${formatWhen(readText(after, 'held_until') || '1970-01-01')}`,
  },
  'order.part-shipped': { icon: Truck, tell: ({ after }) => describeSending(after) },
  'order.shipped': { icon: Truck, tell: ({ after }) => describeSending(after) },
  'order.shipment-changed': {
    icon: Truck,
    tell: ({ after }) =>
      `Shipment corrected: ${[readText(after, 'carrier'), readText(after, 'tracking')].filter(Boolean).join(' ') || 'no carrier'}`,
  },
  'order.delivered': { icon: PackageCheck, tell: () => 'Delivered' },
  'order.canceled': {
    icon: Ban,
    tell: ({ after }) => (after?.['refund'] === 'due' ? 'Canceled: the money goes back' : 'Canceled'),
    note: 'reason',
  },
  'order.refund-started': { icon: Undo2, tell: ({ after }) => `Refund of ${readAmount(after)}`, note: 'reason' },
  'order.refund-undone': { icon: Undo2, tell: ({ after }) => `Refund of ${readAmount(after)} taken back` },
  'order.refund-due': { icon: Undo2, tell: ({ after }) => `Owed to the customer: ${readAmount(after)}` },
  'order.refunded': { icon: Undo2, tell: ({ after }) => `Sent ${readAmount(after)} back`, note: 'reason' },
  'order.refund-failed': {
    icon: ShieldAlert,
    tell: ({ after }) => `Refund of ${readAmount(after)} failed`,
    note: 'failure',
  },
  'order.disputed': { icon: ShieldAlert, tell: () => 'Disputed at the bank', note: 'reason' },
  'order.address-changed': {
    icon: MapPin,
    tell: ({ after }) => {
      const fields = after?.['fields'];
      return Array.isArray(fields) ? `Address changed: ${fields.map(toWords).join(', ')}` : 'Address changed';
    },
  },
  'order.mail-repeated': {
    icon: Mail,
    tell: ({ after }) => `Mail sent again: ${readText(after, 'mail')}`,
  },
};

const describeRow = (row: AuditRow): TimelineEntry => {
  const event = EVENTS[row.action];
  const isNote = row.action === 'order.noted';
  const note = isNote ? readText(row.after, 'note') : event?.note && readText(row.after, event.note);
  return {
    id: String(row.id),
    icon: event?.icon,
    text: isNote ? 'Note' : (event?.tell(row) ?? describeAction(row.action)),
    by: row.actor.name,
    at: row.at,
    note: note || undefined,
  };
};

/** What has happened to an order, newest first; at last, that it was placed. */
export const describeEvents = ({ order, account, timeline, terms_version: terms }: StaffOrder): TimelineEntry[] => [
  ...timeline.map(describeRow),
  {
    id: 'placed',
    icon: ShoppingBag,
    text: terms ? `Order placed, under version ${terms} of the terms` : 'Order placed',
    by: account?.name ?? `${order.billing.firstName} ${order.billing.lastName}`,
    at: order.created_at,
  },
];
