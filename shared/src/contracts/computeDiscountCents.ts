import type { Coupon } from './coupons';

/**
 * Cents a coupon takes off products of `subtotalCents`: never more than they cost, nothing below its minimum. The one
 * rule of both sides: the screen shows by it what the server charges.
 */
export const computeDiscountCents = ({ kind, amount, minimum }: Coupon, subtotalCents: number): number => {
  if (subtotalCents < Math.round(minimum * 100)) return 0;
  const off = kind === 'percent' ? Math.round((subtotalCents * amount) / 100) : Math.round(amount * 100);
  return Math.min(off, subtotalCents);
};
