import { getUsPriceUnit } from './describeUsMeasure';
import type { Measure } from './measure';

/** "$3.80 per kg ($1.72 per lb)", of what is paid; '' if the weight is not known. */
export const describeUnitPrice = (
  price: number,
  measure: Measure | null | undefined,
  money: (amount: number) => string,
): string => {
  const grams = measure?.stepGrams ?? measure?.grams;
  if (!grams) return '';
  const us = getUsPriceUnit(measure?.liquid);
  const perUsUnit = money((price * us.grams) / grams);
  return `${money((price * 1_000) / grams)} per ${measure?.liquid ? 'liter' : 'kg'} (${perUsUnit}\u00a0per\u00a0${us.name})`;
};
