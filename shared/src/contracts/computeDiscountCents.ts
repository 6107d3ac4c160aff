import type { Coupon } from './coupons';

/**
 * Returns a coupon's discount in cents: at most the subtotal, and 0 below the coupon's minimum. Used by pages and
 * server, so both show the same.
 */
export const computeDiscountCents = ({ kind, amount, minimum }: Coupon, subtotalCents: number): number => {
  if (subtotalCents < Math.round(minimum * 100)) return 0;
  const off = kind === 'percent' ? Math.round((subtotalCents * amount) / 100) : Math.round(amount * 100);
  return Math.min(off, subtotalCents);
};
