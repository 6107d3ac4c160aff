import type { OrderStatus, PaymentMethod } from '@shop/shared/contracts';

interface PaymentTerms {
  readonly status: OrderStatus;
  /** What the shopper does next to pay, one sentence a line. */
  readonly instructions: (number: string) => string;
}

/** What an order begins as, by how it is paid. */
const TERMS: Readonly<Record<PaymentMethod, PaymentTerms>> = {
  bank: {
    status: 'on-hold',
    instructions: (number) =>
      `Please transfer the total to our account and give ${number} as the reference.\nBank: First Example Bank, account 0012 3456 7890.\nWe ship as soon as the money has arrived. Orders without it are cancelled after seven days.`,
  },
  global: {
    status: 'pending-payment',
    instructions: () => 'We pack your order as soon as it is paid. Unpaid orders are cancelled after a day.',
  },
  cash: { status: 'processing', instructions: () => 'Please pay in cash when your order arrives.' },
};

/** Nothing is to pay where a coupon takes all. */
const NOTHING_TO_PAY: PaymentTerms = { status: 'processing', instructions: () => '' };

export const paymentTerms = (method: PaymentMethod, totalCents: number): PaymentTerms =>
  totalCents === 0 ? NOTHING_TO_PAY : TERMS[method];
