import type { StaffOrderRow } from '@shop/contracts';
import {
  AlarmClock,
  Ban,
  Banknote,
  Check,
  Clock,
  Gavel,
  Minus,
  Package,
  PackageOpen,
  Truck,
  Undo2,
  type LucideIcon,
} from 'lucide-react';

/** A state in words, as a chip shows it. */
interface State {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone?: 'wait' | 'move' | 'bad' | 'line';
}

const isUnpaid = ({ status }: StaffOrderRow): boolean => status === 'on-hold' || status === 'pending-payment';

/** What is wrong comes before what is due, and that before what is done. */
export const describePayment = (row: StaffOrderRow): State => {
  const { status, total, refunded } = row;
  if (row.disputed) return { word: 'Disputed', icon: Gavel, tone: 'bad' };
  if (row.refund_due) return { word: 'Refund due', icon: Undo2, tone: 'wait' };
  if (isUnpaid(row)) return { word: 'Unpaid', icon: Clock, tone: 'wait' };
  if (refunded > 0) return { word: refunded >= total ? 'Refunded' : 'Part refunded', icon: Undo2 };
  if (status === 'canceled') return { word: 'Not paid', icon: Minus, tone: 'line' };
  if (row.payment_method === 'cash' && status === 'processing') return { word: 'Cash', icon: Banknote, tone: 'line' };
  return { word: 'Paid', icon: Check };
};

export const describeFulfillment = (row: StaffOrderRow): State => {
  const { status } = row;
  if (status === 'canceled') return { word: 'Canceled', icon: Ban, tone: 'line' };
  if (status === 'shipped') return { word: 'Sent', icon: Truck, tone: 'move' };
  // An order that a guest has not confirmed yet is held as an unpaid one is.
  if (isUnpaid(row) || row.held_until !== null) return { word: 'Not due', icon: Minus, tone: 'line' };
  if (row.late) return { word: 'Late', icon: AlarmClock, tone: 'bad' };
  if (row.part_sent) return { word: 'Part sent', icon: PackageOpen, tone: 'wait' };
  return { word: 'To send', icon: Package, tone: 'wait' };
};

// In UTC, where the area's time was put: it is the time at the customer's door, whoever reads it.
const SLOT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', timeZone: 'UTC' });

/** "Nov 27, 8 AM" from "2026-11-27 08:00". */
export const formatDelivery = (local: string): string =>
  SLOT.format(new Date(`${local.replace(' ', 'T')}Z`)).replace('\u202f', ' ');

export const getOrderPath = (number: string): string => `/admin/orders/${encodeURIComponent(number)}`;
