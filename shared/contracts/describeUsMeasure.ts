const [OUNCE_GRAMS, POUND_GRAMS, FLUID_OUNCE_ML] = [28.349523, 453.59237, 29.57353];

const format = (amount: number, unit: string): string => `${Math.round(amount * 10) / 10}\u00a0${unit}`;

interface UsMeasureOptions {
  readonly liquid?: boolean | undefined;
}

/** Grams, or milliliters, as shoppers of the US know them: "8.8 oz", from a pound on "1.1 lb", "25.4 fl oz". */
export const describeUsMeasure = (grams: number, { liquid = false }: UsMeasureOptions = {}): string => {
  if (liquid) return format(grams / FLUID_OUNCE_ML, 'fl\u00a0oz');
  const pounds = grams / POUND_GRAMS;
  return pounds < 1 ? format(grams / OUNCE_GRAMS, 'oz') : format(pounds, 'lb');
};

/** What prices are compared by: a pound, or a fluid ounce. */
export const getUsPriceUnit = (liquid = false): { readonly grams: number; readonly name: string } =>
  liquid ? { grams: FLUID_OUNCE_ML, name: 'fl\u00a0oz' } : { grams: POUND_GRAMS, name: 'lb' };
