import { FACETS, mapFacets, type Facet, type FacetId } from '@shop/shared/contracts';
import { buildChoiceSql } from './facetSql';
import type { Listing } from './parseListing';
import { areIndexed, buildWordPattern } from './searchTerms';
import { SORTS } from './sorts';

type Filter = FacetId | 'rating' | 'offers';

/** What a product is, without what its description mentions. */
const STRONG_TEXT = `lower(array_to_string(ARRAY[name, category_name, category, brand_name, brand] || attribute_values(attributes), ' '))`;

/** Builds a listing's SQL conditions and their bound values. Column names exist in `products` and `facet_cells`. */
export class ListingTerms {
  readonly values: unknown[] = [];
  readonly store: string;
  readonly minPrice: string | null;
  readonly maxPrice: string | null;
  readonly hasWords: boolean;
  /** True if the trigram index can find the words. */
  readonly hasIndexedWords: boolean;
  /** Each filter's condition on a cell. */
  readonly filters: Readonly<Record<Filter, string>>;
  private readonly words: readonly string[];
  private readonly afterValues: string;

  constructor(private readonly listing: Listing) {
    this.store = this.bind(listing.store);
    this.words = listing.words.map((word) => this.bind(buildWordPattern(word, listing.matching)));
    this.hasWords = listing.words.length > 0;
    this.hasIndexedWords = areIndexed(listing.words);
    this.minPrice = listing.minPriceCents === null ? null : `${this.bind(listing.minPriceCents)}::integer`;
    this.maxPrice = listing.maxPriceCents === null ? null : `${this.bind(listing.maxPriceCents)}::integer`;
    this.afterValues = (listing.after ?? [])
      .map((value, index) => `${this.bind(value)}::${SORTS[listing.sort].keys[index]?.type ?? 'text'}`)
      .join(', ');
    // The text does not depend on the chosen values, so that there are few statements to prepare.
    const buildChoice = (facet: Facet): string => {
      const values = listing.chosen[facet.id];
      const chosen = this.bind(values.length > 0 ? values : null);
      return `(${chosen}::text[] IS NULL OR ${buildChoiceSql(facet, chosen)})`;
    };
    this.filters = {
      ...mapFacets(FACETS, buildChoice),
      rating: `rating >= ${this.bind(listing.minRating)}::integer`,
      offers: `(NOT ${this.bind(listing.offersOnly)}::boolean OR has_offer)`,
    };
  }

  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  buildTextCondition(column: string): string {
    if (this.listing.isEmpty) return 'false';
    return this.words.map((word) => `${column} ~ ${word}`).join(' AND ') || 'true';
  }

  buildPriceCondition(column: string): string {
    return (
      [this.minPrice && `${column} >= ${this.minPrice}`, this.maxPrice && `${column} <= ${this.maxPrice}`]
        .filter(Boolean)
        .join(' AND ') || 'true'
    );
  }

  /** Condition of passing all filters except one: a facet's counts ignore its own filter. */
  buildFilterCondition(except?: Filter): string {
    return Object.keys(this.filters)
      .filter((filter) => filter !== except)
      .map((filter) => `in_${filter}`)
      .join(' AND ');
  }

  listKeyColumns(table: string): string {
    return SORTS[this.listing.sort].keys.map(({ column }) => `${table}.${column}`).join(', ');
  }

  /** The products as `p`. By relevance, they have their `weakness`, too. */
  buildProducts(weakness = '0'): string {
    return this.listing.sort === 'relevance' ? `(SELECT *, ${weakness} AS weakness FROM products) p` : 'products p';
  }

  /** 0 for a product that is what was searched for, 1 for one whose description mentions it. */
  buildWeakness(): string {
    return `CASE WHEN ${this.buildTextCondition(STRONG_TEXT)} THEN 0 ELSE 1 END`;
  }

  buildOrder(table: string): string {
    const { keys, isDescending } = SORTS[this.listing.sort];
    return keys.map(({ column }) => `${table}.${column}${isDescending ? ' DESC' : ''}`).join(', ');
  }

  /** Condition of following the cursor's row. */
  buildAfterCondition(table: string): string {
    if (this.afterValues === '') return 'true';
    return `(${this.listKeyColumns(table)}) ${SORTS[this.listing.sort].isDescending ? '<' : '>'} (${this.afterValues})`;
  }
}
