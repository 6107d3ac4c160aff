import type { ContentProduct } from '../ContentProduct';

/** A report, by its number, with the values that it and the product's texts have in common. */
const createCertify =
  (laboratory: string) =>
  (
    reportNumber: string,
    values: Readonly<Record<string, string>>,
  ): ContentProduct['storeFeatures']['certification'] => ({
    laboratory,
    reportNumber,
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
  });

export const certifyDiamonds = createCertify('International Gemological Laboratory');
export const certifyColoredStones = createCertify('Northern Gem Institute');
