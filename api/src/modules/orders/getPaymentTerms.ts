import type { OrderStatus, PaymentMethod } from '@shop/shared/contracts';
import { DAY_MS } from '../../clock';

interface PaymentTerms {
  readonly status: OrderStatus;
  /** Time to pay, after which the order is canceled; null if there is no limit. */
  readonly deadlineMs: number | null;
  /** What the customer does next to pay, one sentence per line. */
  readonly instructions: string;
}

/** Bank transfers take days; guests who have not paid for an order keep it for one (decision 0027). */
const TRANSFER_DAYS = 7;
const GUEST_DAYS = 1;

const formatDays = (days: number): string => (days === 1 ? '24 hours' : `${days} days`);

/** Instructions for a method. `deadline` is a sentence's end such as "after 24 hours". */
export const writeInstructions = (method: PaymentMethod, number: string, deadline: string): string =>
  ({
    bank: `Please transfer the total to our account and give ${number} as the reference.\nBank: First Example Bank, account 0012 3456 7890.\nWe ship as soon as the money has arrived. Without it, the order is canceled ${deadline}.`,
    global: `We pack your order as soon as it is paid. Without payment, it is canceled ${deadline}.`,
    cash: 'Please pay in cash when your order arrives.',
  })[method];

/** Returns the initial status, deadline and instructions of an order. */
export const getPaymentTerms = (
  method: PaymentMethod,
  number: string,
  { totalCents, isGuest }: { readonly totalCents: number; readonly isGuest: boolean },
): PaymentTerms => {
  // A coupon covers the whole total.
  if (totalCents === 0) return { status: 'processing', deadlineMs: null, instructions: '' };
  const days = method === 'bank' && !isGuest ? TRANSFER_DAYS : GUEST_DAYS;
  const instructions = writeInstructions(method, number, `after ${formatDays(days)}`);
  return method === 'cash'
    ? { status: 'processing', deadlineMs: null, instructions }
    : { status: method === 'bank' ? 'on-hold' : 'pending-payment', deadlineMs: days * DAY_MS, instructions };
};
