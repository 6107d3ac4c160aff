import type { StaffOrder } from '@shop/contracts';
import {
  AlarmClock,
  Ban,
  Check,
  CircleDashed,
  CircleX,
  Clock,
  PackageCheck,
  PackageOpen,
  ShieldAlert,
  Truck,
  Undo2,
  type LucideIcon,
} from 'lucide-react';

/** A chip. */
export interface OrderState {
  readonly icon: LucideIcon;
  readonly tone?: 'wait' | 'move' | 'bad' | 'line';
  readonly text: string;
}

/** Payments of earlier releases have no rows: what was paid by hand is known by the state. */
const isSettled = ({ order: { status, payment_method: method } }: StaffOrder): boolean =>
  status === 'shipped' || (status === 'processing' && method !== 'cash');

/** Paid in cash, and its guest has not confirmed it: until then it is kept as an unpaid one is, and not packed. */
export const isUnconfirmed = ({ order, held_until: heldUntil }: StaffOrder): boolean =>
  order.status === 'processing' && heldUntil !== null;

const describePayment = (staffOrder: StaffOrder): OrderState => {
  const { order, money, payments } = staffOrder;
  if (payments.some(({ dispute }) => dispute === 'open')) return { icon: ShieldAlert, tone: 'bad', text: 'Disputed' };
  if (money.refunded > 0)
    return money.kept > 0 ? { icon: Undo2, text: 'Part refunded' } : { icon: Undo2, text: 'Refunded' };
  if (money.received > 0 || isSettled(staffOrder)) return { icon: Check, text: 'Paid' };
  if (order.status === 'canceled') return { icon: Ban, tone: 'line', text: 'Not paid' };
  return order.payment_declined
    ? { icon: CircleX, tone: 'bad', text: 'Payment failed' }
    : { icon: Clock, tone: 'wait', text: 'Unpaid' };
};

const NOT_DUE: OrderState = { icon: CircleDashed, tone: 'line', text: 'Not due' };
const LATE: OrderState = { icon: AlarmClock, tone: 'bad', text: 'Late' };

const describeFulfillment = (staffOrder: StaffOrder): OrderState[] => {
  const { order, shipments, late } = staffOrder;
  switch (order.status) {
    case 'canceled':
      return [{ icon: Ban, tone: 'line', text: 'Canceled' }];
    case 'shipped':
      return shipments.length > 0 && shipments.every(({ delivered_at: at }) => at !== null)
        ? [{ icon: PackageCheck, text: 'Delivered' }]
        : [{ icon: Truck, tone: 'move', text: 'Sent' }];
    case 'processing':
      if (shipments.length > 0)
        return [{ icon: PackageOpen, tone: 'wait', text: 'Part sent' }, ...(late ? [LATE] : [])];
      if (isUnconfirmed(staffOrder)) return [NOT_DUE];
      return [late ? LATE : { icon: PackageOpen, tone: 'wait', text: 'To send' }];
    case 'on-hold':
    case 'pending-payment':
      return [NOT_DUE];
  }
};

/** Whether it is paid, and whether it is sent: a chip each, and a third one for a rest that is late. */
export const describeStates = (staffOrder: StaffOrder): OrderState[] => [
  describePayment(staffOrder),
  ...describeFulfillment(staffOrder),
];
