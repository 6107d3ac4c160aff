import type { OrderStatus, Permission } from '@shop/contracts';
import { ShopError } from '../../http/ShopError';

/** A change of an order's state, and what follows from it. `applyTransition` carries it out. */
interface Transition {
  readonly from: readonly OrderStatus[];
  /** Null if the status stays. */
  readonly to: OrderStatus | null;
  /** What staff need for it; null if nobody starts it by hand. */
  readonly permission: Permission | null;
  /** Whether pieces that it holds are sold then, or all go back to the stock. */
  readonly stock?: 'sold' | 'returned';
  /** The use of its coupon is given back. */
  readonly coupon?: 'restored';
  /** Its place in a delivery slot becomes free. */
  readonly slot?: 'returned';
  /** It can be packed from now on. */
  readonly accepts?: true;
  readonly audit: `order.${string}`;
}

const UNPAID = ['on-hold', 'pending-payment'] as const;

/** All that can happen to an order after it was placed. */
const TRANSITIONS = {
  /** A transfer has arrived. */
  pay: {
    from: ['on-hold'],
    to: 'processing',
    permission: 'orders.write',
    stock: 'sold',
    accepts: true,
    audit: 'order.paid',
  },
  /** The provider says that it is paid. */
  payOnline: {
    from: ['pending-payment'],
    to: 'processing',
    permission: null,
    stock: 'sold',
    accepts: true,
    audit: 'order.paid',
  },
  prolong: { from: UNPAID, to: null, permission: 'orders.write', audit: 'order.prolonged' },
  shipPart: { from: ['processing'], to: null, permission: 'orders.write', audit: 'order.part-shipped' },
  ship: { from: ['processing'], to: 'shipped', permission: 'orders.write', stock: 'sold', audit: 'order.shipped' },
  cancel: {
    from: [...UNPAID, 'processing'],
    to: 'canceled',
    permission: 'orders.write',
    stock: 'returned',
    coupon: 'restored',
    slot: 'returned',
    audit: 'order.canceled',
  },
  /** The rest of an order was refunded line by line, and nothing of it was sent. */
  close: {
    from: ['processing'],
    to: 'canceled',
    permission: null,
    coupon: 'restored',
    slot: 'returned',
    audit: 'order.canceled',
  },
  refund: {
    from: ['processing', 'shipped', 'canceled', 'pending-payment'],
    to: null,
    permission: 'refunds.write',
    audit: 'order.refund-started',
  },
  changeAddress: {
    from: [...UNPAID, 'processing'],
    to: null,
    permission: 'orders.write',
    audit: 'order.address-changed',
  },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof TRANSITIONS;

/** Why a status rules a transition out, as the end of a sentence that begins with "The order …". */
const STATUS_TEXTS: Readonly<Record<OrderStatus, string>> = {
  'on-hold': 'waits for its bank transfer',
  'pending-payment': 'waits for its online payment',
  processing: 'does not wait for a payment',
  shipped: 'is shipped',
  canceled: 'is canceled',
};

/** Where another reason helps more. */
const REASONS: Partial<Record<TransitionName, Partial<Record<OrderStatus, string>>>> = {
  ship: { 'on-hold': 'waits for its bank transfer, which must have arrived before' },
  pay: {
    'pending-payment': 'waits for its online payment, which the provider reports',
    canceled: 'is canceled: send the money back',
  },
};

export const getTransition = (name: TransitionName): Transition => TRANSITIONS[name];

export const isAllowed = (name: TransitionName, status: OrderStatus): boolean =>
  getTransition(name).from.includes(status);

/** An order cannot be changed like this. `reason` is a whole sentence. */
export const createRefusal = (reason: string): ShopError => new ShopError('ORDER_REFUSED', { reason });

/** @throws {ShopError} ORDER_REFUSED with the reason. */
export const requireTransition = (name: TransitionName, number: string, status: OrderStatus): void => {
  if (isAllowed(name, status)) return;
  throw createRefusal(`The order ${number} ${REASONS[name]?.[status] ?? STATUS_TEXTS[status]}.`);
};
