/** Coupons of the seed: what is changed of them later stays. */
export const coupons = [
  { code: 'WELCOME10', kind: 'percent', amount: 10, minimum_cents: 0, max_uses_per_customer: 1 },
  { code: 'TAKE5', kind: 'fixed', amount: 500, minimum_cents: 4_000, max_uses_per_customer: null },
] as const;

/** Units for one US dollar; an operator keeps them true in the database. */
export const currencies = [
  { code: 'USD', rate: 1 },
  { code: 'EUR', rate: 0.92 },
  { code: 'GBP', rate: 0.79 },
] as const;
