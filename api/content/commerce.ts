/** Initial coupons. Later changes in the database are kept. */
export const coupons = [
  { code: 'WELCOME10', kind: 'percent', amount: 10, minimum_cents: 0, max_uses_per_customer: 1 },
  { code: 'TAKE5', kind: 'fixed', amount: 500, minimum_cents: 4_000, max_uses_per_customer: null },
] as const;

/** Initial exchange rates per US dollar. Operators update them in the database. */
export const currencies = [
  { code: 'USD', rate: 1 },
  { code: 'EUR', rate: 0.92 },
  { code: 'GBP', rate: 0.79 },
] as const;
