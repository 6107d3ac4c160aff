import type { OrderStatus, PaymentMethod } from '@shop/shared/contracts';

interface PaymentTerms {
  readonly status: OrderStatus;
  /** What the customer does next to pay, one sentence per line. */
  readonly instructions: (number: string) => string;
}

/** Initial status and instructions by payment method. */
const TERMS_BY_METHOD: Readonly<Record<PaymentMethod, PaymentTerms>> = {
  bank: {
    status: 'on-hold',
    instructions: (number) =>
      `Please transfer the total to our account and give ${number} as the reference.\nBank: First Example Bank, account 0012 3456 7890.\nWe ship as soon as the money has arrived. Orders without it are canceled after seven days.`,
  },
  global: {
    status: 'pending-payment',
    instructions: () => 'We pack your order as soon as it is paid. Unpaid orders are canceled after a day.',
  },
  cash: { status: 'processing', instructions: () => 'Please pay in cash when your order arrives.' },
};

/** A coupon covers the whole total. */
const NOTHING_TO_PAY: PaymentTerms = { status: 'processing', instructions: () => '' };

export const getPaymentTerms = (method: PaymentMethod, totalCents: number): PaymentTerms =>
  totalCents === 0 ? NOTHING_TO_PAY : TERMS_BY_METHOD[method];
