import type { Coupon } from './coupons';

interface DiscountedLine {
  readonly productId: string;
  readonly priceCents: number;
  readonly quantity: number;
}

const sumCents = (lines: readonly DiscountedLine[]): number =>
  lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);

/**
 * Returns a coupon's discount in cents: at most what the lines that it reduces cost, and 0 if the subtotal is not
 * between its minimum and maximum. Used by pages and server, so both show the same.
 */
export const computeDiscountCents = (
  { kind, amount, minimum, maximum = Infinity, products }: Coupon,
  lines: readonly DiscountedLine[],
): number => {
  const subtotal = sumCents(lines);
  if (subtotal < Math.round(minimum * 100) || subtotal > Math.round(maximum * 100)) return 0;
  const reduced = products ? sumCents(lines.filter(({ productId }) => products.includes(productId))) : subtotal;
  const off = kind === 'percent' ? Math.round((reduced * amount) / 100) : Math.round(amount * 100);
  return Math.min(off, reduced);
};
