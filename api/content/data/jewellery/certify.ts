import type { ContentProduct } from '../ContentProduct';

/** A report, by its number, with the values that it and the product's texts have in common. */
export const certifyDiamonds = (
  reportNumber: string,
  values: Readonly<Record<string, string>>,
): ContentProduct['storeFeatures']['certification'] => ({
  laboratory: 'International Gemological Laboratory',
  reportNumber,
  values: Object.entries(values).map(([name, value]) => ({ name, value })),
});
