import { describeUsMeasure } from './describeUsMeasure';
import type { Measure } from './measure';

type AnyMeasure = Measure | null | undefined;

/** "750 g", "1.25 kg". The space does not break. */
export const formatGrams = (grams: number): string => (grams < 1_000 ? `${grams}\u00a0g` : `${grams / 1_000}\u00a0kg`);

/** A quantity as shoppers read it: "3", or of goods sold loose "750 g". */
export const describeQuantity = (quantity: number, measure: AnyMeasure): string =>
  measure?.stepGrams ? formatGrams(quantity * measure.stepGrams) : `${quantity}`;

/** What weighs as much now as an ordered quantity, if the steps of goods sold loose were others then. */
export const convertQuantity = (quantity: number, ordered: AnyMeasure, now: AnyMeasure): number =>
  ordered?.stepGrams && now?.stepGrams
    ? Math.max(1, Math.round((quantity * ordered.stepGrams) / now.stepGrams))
    : quantity;

/** "$0.95", or of goods sold loose "$0.95 per 250 g". */
export const describePiecePrice = (price: number, measure: AnyMeasure, money: (amount: number) => string): string =>
  money(price) + (measure?.stepGrams ? ` per ${formatGrams(measure.stepGrams)}` : '');

/** "500 g (1.1 lb)" of a pack whose text is "500 g". */
export const describePack = (text: string, measure: AnyMeasure): string =>
  measure?.grams ? `${text} (${describeUsMeasure(measure.grams, { liquid: measure.liquid })})` : text;
