import type { ContentProduct } from '../ContentProduct';

const SIZES_MM = [50, 52, 54, 56, 58] as const;

/** The variants of a ring that costs the same in all sizes. */
export const inRingSizes = (
  price: number,
  stock: readonly [number, number, number, number, number],
): Pick<ContentProduct, 'variantLabel' | 'variants'> => ({
  variantLabel: 'Ring size',
  variants: SIZES_MM.map((mm, index) => [`${mm}\u00a0mm`, price, stock[index] ?? 0]),
});
