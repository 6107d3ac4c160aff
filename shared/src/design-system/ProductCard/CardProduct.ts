import type { Measure } from '@shop/contracts/measure';

/** Data of a product card, whichever endpoint it is from. Prices in dollars. */
export interface CardProduct {
  readonly id: string;
  readonly sku: string;
  /** '' if unknown. */
  readonly sellerName: string;
  readonly name: string;
  readonly price: number;
  readonly originalPrice: number | null;
  readonly offer: number;
  readonly image: string;
  readonly hoverImage: string | null;
  readonly category: string;
  readonly categoryName: string;
  readonly rating: number;
  readonly reviewCount: number;
  readonly popular: boolean;
  readonly stock: number;
  readonly priceFrom: boolean;
  readonly unit: string | null;
  readonly freshnessDays?: number | null | undefined;
  readonly measure?: Measure | null | undefined;
}
