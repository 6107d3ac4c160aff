import type { Measure } from './measure';

/** "$3.80 per kg", of what is paid; '' if the weight is not known. */
export const describeUnitPrice = (
  price: number,
  measure: Measure | null | undefined,
  money: (amount: number) => string,
): string => {
  const grams = measure?.stepGrams ?? measure?.grams;
  return grams ? `${money((price * 1_000) / grams)} per ${measure?.liquid ? 'liter' : 'kg'}` : '';
};
