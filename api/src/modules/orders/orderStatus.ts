import type { OrderStatus } from '@shop/contracts';

/** What a state of an order means. */
interface OrderState {
  /** It waits for a transfer or an online payment, and is canceled if none arrives. */
  readonly unpaid: boolean;
  /** It is settled. One that is paid in cash is, too, as soon as it no longer holds its pieces: it has arrived. */
  readonly paid: boolean;
  /** Its customer can cancel it. */
  readonly cancelable: boolean;
  /** It may hold its pieces until it is paid; if it is `paid` as well, only one that is paid in cash does. */
  readonly holds: boolean;
}

export const ORDER_STATES: Readonly<Record<OrderStatus, OrderState>> = {
  'on-hold': { unpaid: true, paid: false, cancelable: true, holds: true },
  'pending-payment': { unpaid: true, paid: false, cancelable: true, holds: true },
  processing: { unpaid: false, paid: true, cancelable: true, holds: true },
  shipped: { unpaid: false, paid: true, cancelable: false, holds: false },
  canceled: { unpaid: false, paid: false, cancelable: false, holds: false },
};

const listStatuses = (isListed: (state: OrderState) => boolean): string[] =>
  Object.entries(ORDER_STATES).flatMap(([status, state]) => (isListed(state) ? [`'${status}'`] : []));

const buildInSql = (isListed: (state: OrderState) => boolean, orders = 'orders'): string =>
  `${orders}.status IN (${listStatuses(isListed).join(', ')})`;

/** For the CHECK of the table. */
export const ORDER_STATUSES_SQL = listStatuses(() => true).join(', ');

// Conditions for rows of `orders`.

export const UNPAID_SQL = buildInSql(({ unpaid }) => unpaid);
export const CANCELABLE_SQL = buildInSql(({ cancelable }) => cancelable);

/** `UNPAID_SQL` and a further condition, once for each state, as the partial indexes have one each. */
export const buildUnpaidSql = (condition: string): string =>
  listStatuses(({ unpaid }) => unpaid)
    .map((status) => `(orders.status = ${status} AND ${condition})`)
    .join(' OR ');

/** Its pieces are held. False if an earlier release has settled the order and left the mark. */
const buildHoldingSql = (orders = 'orders'): string =>
  `(${orders}.holds_stock AND ${buildInSql(({ holds }) => holds, orders)} AND (NOT ${buildInSql(({ paid }) => paid, orders)} OR ${orders}.payment_method = 'cash'))`;

/** Has the mark of an order that holds its pieces, and is settled. */
export const FORGOTTEN_HOLD_SQL = `(orders.holds_stock AND NOT ${buildHoldingSql()})`;

/** Is paid, or has arrived and was paid in cash; also an order that cost nothing. `orders` may be an alias. */
export const buildPaidSql = (orders = 'orders'): string =>
  `(${buildInSql(({ paid }) => paid, orders)} AND NOT ${buildHoldingSql(orders)})`;

/** A cash order that its guest has not confirmed. */
export const UNCONFIRMED_SQL = `(${buildHoldingSql()} AND ${buildInSql(({ paid }) => paid)} AND orders.held_until IS NOT NULL)`;

/** Is canceled at its deadline unless it is paid, or confirmed. */
export const WAITING_SQL = `(${UNPAID_SQL} OR ${UNCONFIRMED_SQL})`;
