import { ATTRIBUTES, type Measure } from '@shop/contracts';
import type { ProductAttributes } from './productAttributes';

interface SearchedTexts {
  readonly name: string;
  readonly shortDescription: string;
  readonly description: string;
  readonly categoryName: string;
  readonly category: string;
  readonly brandName: string;
  readonly brand: string;
  readonly attributes: ProductAttributes;
}

/** Keys of attributes that searches ignore. `attribute_values()` has the same in SQL. */
const UNSEARCHED_ATTRIBUTES: readonly string[] = ATTRIBUTES.filter(({ isSearched }) => isSearched === false).map(
  ({ id }) => id,
);

/** Builds the searched text (product.md 4.8), which a trigger folds. The separator prevents matches across fields. */
export const buildSearchText = (product: SearchedTexts): string =>
  [
    product.name,
    product.shortDescription,
    product.description,
    product.categoryName,
    product.category,
    product.brandName,
    product.brand,
    ...Object.entries(product.attributes).flatMap(([id, value]) => (UNSEARCHED_ATTRIBUTES.includes(id) ? [] : [value])),
  ]
    .filter(Boolean)
    .join(' \u001f ');

/** Returns the discount in percent; 0 without an original price. */
export const computeOfferPercent = (priceCents: number, originalPriceCents: number | null): number =>
  originalPriceCents === null ? 0 : Math.round((1 - priceCents / originalPriceCents) * 100);

interface MeasuredVariant {
  readonly price_cents: number;
  readonly measure: Measure | null;
}

/** Returns a product's own measure, or that of its cheapest variant, whose price it shows. */
export const findMeasure = (own: Measure | null, variants: readonly MeasuredVariant[]): Measure | null =>
  variants.length === 0 ? own : variants.reduce((a, b) => (b.price_cents < a.price_cents ? b : a)).measure;
