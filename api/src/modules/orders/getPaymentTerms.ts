import { describeHeldTime, getHeldDays, type OrderStatus, type PaymentMethod } from '@shop/contracts';
import { addMs, DAY_MS } from '../../clock';
import type { TakenSlot } from '../delivery/deliveryRepository';
import { describeCutoff } from '../delivery/describeSlot';

interface PaymentTerms {
  readonly status: OrderStatus;
  /** When the order is canceled if it is not paid, or in cash not confirmed; null if never. */
  readonly heldUntil: Date | null;
  /** What the customer does next to pay, one sentence per line. */
  readonly instructions: string;
}

export const CASH_INSTRUCTIONS = 'Please pay in cash when your order arrives.';

/** Instructions for a method. `deadline` is a sentence's end such as "for 24 hours". */
export const writeInstructions = (
  method: PaymentMethod,
  number: string,
  deadline: string,
  bankAccount: string | undefined,
): string =>
  ({
    bank: `Please transfer the total to our account and give ${number} as the reference.\n${bankAccount === undefined ? '' : `Bank: ${bankAccount}.\n`}We ship as soon as the money has arrived. We'll hold your order ${deadline}.`,
    global: `We pack your order as soon as it is paid. We'll hold it ${deadline}.`,
    cash: CASH_INSTRUCTIONS,
  })[method];

/** Returns the account that instructions name; undefined if they name none. */
export const findBankAccount = (instructions: string): string | undefined => /^Bank: (.*)\.$/m.exec(instructions)?.[1];

/**
 * Returns the initial status, deadline and instructions of an order. One that a van brings must be paid before its
 * slot's cut-off, when what is ordered is packed; one that a guest pays in cash must be confirmed by then.
 */
export const getPaymentTerms = (
  method: PaymentMethod,
  number: string,
  {
    totalCents,
    isGuest,
    slot,
    bankAccount,
    now,
  }: {
    readonly totalCents: number;
    readonly isGuest: boolean;
    readonly slot: TakenSlot | undefined;
    readonly bankAccount: string | undefined;
    readonly now: Date;
  },
): PaymentTerms => {
  // A coupon covers the whole total.
  if (totalCents === 0) return { status: 'processing', heldUntil: null, instructions: '' };
  if (method === 'cash') {
    if (!isGuest || !slot) return { status: 'processing', heldUntil: null, instructions: CASH_INSTRUCTIONS };
    const confirmation = `To confirm your order, open the link in its email by ${describeCutoff(slot)}. Otherwise, the order is canceled then.`;
    return {
      status: 'processing',
      heldUntil: slot.cutoffAt,
      instructions: `${confirmation}\n${CASH_INSTRUCTIONS}`,
    };
  }
  const deadline = addMs(now, getHeldDays(method, isGuest) * DAY_MS);
  const isCutShort = slot !== undefined && slot.cutoffAt < deadline;
  const instructions = writeInstructions(
    method,
    number,
    isCutShort ? `until ${describeCutoff(slot)}` : `for ${describeHeldTime(method, isGuest)}`,
    bankAccount,
  );
  return {
    status: method === 'bank' ? 'on-hold' : 'pending-payment',
    heldUntil: isCutShort ? slot.cutoffAt : deadline,
    instructions,
  };
};
