import type { Engraving, ProductFeatures } from '@shop/contracts';

/** Returns the price of an engraving in cents; undefined if the product cannot have it. */
export const priceEngraving = ({ customization }: ProductFeatures, { text }: Engraving): number | undefined =>
  customization && [...text].length <= customization.engravingMaxLetters
    ? Math.round((customization.engravingPrice ?? 0) * 100)
    : undefined;
