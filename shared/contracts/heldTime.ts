import type { PaymentMethod } from './payments';

/** Bank transfers take days; guests who have not paid for an order keep it for one (decision 0027). */
const CUSTOMER_TRANSFER_DAYS = 7;
const OTHER_DAYS = 1;

/** Returns how many days an order waits for its payment; food until its slot's cut-off at most (product.md 7.6). */
export const getHeldDays = (method: PaymentMethod, isGuest: boolean): number =>
  method === 'bank' && !isGuest ? CUSTOMER_TRANSFER_DAYS : OTHER_DAYS;

/** The same in words, as the checkout, the order and its mail say it: `24 hours`. */
export const describeHeldTime = (method: PaymentMethod, isGuest: boolean): string => {
  const days = getHeldDays(method, isGuest);
  return days === 1 ? '24 hours' : `${days} days`;
};
