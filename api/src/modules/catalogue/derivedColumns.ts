interface SearchedTexts {
  readonly name: string;
  readonly shortDescription: string;
  readonly description: string;
  readonly categoryName: string;
  readonly category: string;
  readonly brandName: string;
  readonly brand: string;
  readonly material?: string;
  readonly stone?: string;
  readonly color?: string;
}

/** What search looks through (product.md 4.8); words of two texts never make one. */
export const searchTextOf = (product: SearchedTexts): string =>
  [
    product.name,
    product.shortDescription,
    product.description,
    product.categoryName,
    product.category,
    product.brandName,
    product.brand,
    product.material,
    product.stone,
    product.color,
  ]
    .filter(Boolean)
    .join(' \u001f ')
    .toLowerCase();

/** Percent off; 0 where there was no other price. */
export const offerPercent = (priceCents: number, originalPriceCents: number | null): number =>
  originalPriceCents === null ? 0 : Math.round((1 - priceCents / originalPriceCents) * 100);
