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

const LATE: OrderState = { icon: AlarmClock, tone: 'bad', text: 'Late' };

const describeFulfillment = ({ order, shipments, late }: StaffOrder): OrderState[] => {
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
      return [late ? LATE : { icon: PackageOpen, tone: 'wait', text: 'To send' }];
    case 'on-hold':
    case 'pending-payment':
      return [{ icon: CircleDashed, tone: 'line', text: 'Not due' }];
  }
};

/** Whether it is paid, and whether it is sent: a chip each, and a third one for a rest that is late. */
export const describeStates = (staffOrder: StaffOrder): OrderState[] => [
  describePayment(staffOrder),
  ...describeFulfillment(staffOrder),
];
