import type { AttributeId, Measure } from '@shop/contracts';

/**
 * A product of the built-in catalog. buildCatalog derives the other columns: rating and review count are those of its
 * reviews.
 */
export interface ContentProduct extends Readonly<Partial<Record<AttributeId, string>>> {
  readonly id: string;
  /** Its pictures in the folder of its catalog, in display order. By default, their names are its id and a number. */
  readonly pictures?: readonly string[];
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  readonly brand: string;
  /** Dollars. */
  readonly price: number;
  /** Price before the offer, in dollars. */
  readonly was?: number;
  readonly stock: number;
  readonly unit?: string;
  readonly measure?: Measure;
  readonly popular?: true;
  readonly short: string;
  readonly description: string;
  readonly features: readonly string[];
  /** Rows of the table "Product Information" after the attributes. */
  readonly specifications: Readonly<Record<string, string>>;
  /** Label of the variants, such as "Ring size". */
  readonly variantLabel?: string;
  readonly variants?: readonly ContentVariant[];
  readonly storeFeatures: StoreFeatures;
  readonly reviews: readonly (readonly [userName: string, rating: number, comment: string])[];
}

/** Price in dollars. A variant that looks different, such as one of another metal, names its picture. */
type ContentVariant = readonly [
  name: string,
  price: number,
  stock: number,
  measure?: Measure | undefined,
  picture?: string,
];

interface StoreFeatures {
  readonly customization?: { readonly engravingMaxLetters: number; readonly engravingPrice?: number };
  readonly certification?: {
    readonly laboratory: string;
    readonly reportNumber: string;
    readonly values: readonly { readonly name: string; readonly value: string }[];
  };
  /** For rings: empty, as the chart of all rings is theirs. */
  readonly sizeGuide?: readonly [];
  /** Of a ring without variants: its size in millimeters. */
  readonly ringSize?: number;
  readonly freshnessDays?: number;
}
