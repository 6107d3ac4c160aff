import { FACETS, mapFacets, type Facet, type FacetId } from '@shop/contracts';
import { buildChoiceSql, buildSlugsSql } from './facetSql';
import type { Listing } from './parseListing';
import { areIndexed, buildWordPattern, buildWordsQuery } from './searchTerms';
import { SORTS } from './sorts';

type Filter = FacetId | 'rating' | 'offers' | 'search';

/** What a product is, for parts of words. A match in its attributes alone is one of its whole cell. */
const STRONG_TEXT = "fold_text(concat_ws(' ', name, category_name, brand_name))";

interface WordConditions {
  /** Condition on a row that has all words. */
  readonly has: (table: string) => string;
  /** Condition on a product that is what the words say. */
  readonly isStrong: string;
}

/** Builds a listing's SQL conditions and their bound values. Column names exist in `products` and `facet_cells`. */
export class ListingTerms {
  readonly values: unknown[] = [];
  readonly store: string;
  readonly minPrice: string | null;
  readonly maxPrice: string | null;
  readonly hasWords: boolean;
  /** True if an index can find the words. */
  readonly hasIndexedWords: boolean;
  /** Each filter's condition on a cell. */
  readonly filters: Readonly<Record<Filter, string>>;
  /** Ids of the products that the search names by their SKU; null if there are none. */
  readonly idsOfSku: string | null;
  private readonly words: WordConditions;
  private readonly afterValues: string;

  constructor(private readonly listing: Listing) {
    this.store = this.bind(listing.store);
    this.hasWords = listing.words.length > 0;
    this.hasIndexedWords = listing.matching === 'words' || areIndexed(listing.words, listing.synonyms);
    this.words = this.bindWords(listing);
    this.idsOfSku = listing.idsOfSku.length === 0 ? null : `${this.bind(listing.idsOfSku)}::text[]`;
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
      search: `${buildSlugsSql('s.free_from')} @> ${this.bind(listing.freeFrom)}::text[]`,
    };
  }

  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  private bindWords({ words, matching, sort, synonyms }: Listing): WordConditions {
    if (words.length === 0) return { has: () => 'true', isStrong: 'true' };
    if (matching === 'parts') {
      const patterns = words.map((word) => this.bind(buildWordPattern(word, matching, synonyms)));
      const has = (text: string): string => patterns.map((pattern) => `${text} ~ ${pattern}`).join(' AND ');
      return { has: (table) => has(`${table}.search_text`), isStrong: has(STRONG_TEXT) };
    }
    const query = this.bind(buildWordsQuery(words, matching, synonyms));
    const strong = sort === 'relevance' ? this.bind(buildWordsQuery(words, matching, synonyms, 'A')) : query;
    return {
      has: (table) => `${table}.search_vector @@ ${query}::tsquery`,
      isStrong: `search_vector @@ ${strong}::tsquery`,
    };
  }

  /** Condition on a row of `products` or `facet_cells`. */
  buildTextCondition(table: string): string {
    return this.listing.isEmpty ? 'false' : this.words.has(table);
  }

  /** The same, which no index can find; the planner takes it to be true for half of the rows. */
  buildUnindexedTextCondition(table: string): string {
    return `CASE WHEN ${this.buildTextCondition(table)} THEN true ELSE false END`;
  }

  /** Condition on a product that is not of a SKU: those are selected once, by `buildProductsOfSku`. */
  buildNoSkuCondition(table: string): string {
    return this.idsOfSku === null ? 'true' : `${table}.id <> ALL(${this.idsOfSku})`;
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

  /**
   * The products as `p`. By relevance, they have their `weakness`, too: 0 for a product that is what was searched for,
   * 1 for one whose description mentions it. It is 0 for all of them unless they are `weighed`.
   */
  buildProducts({ weighed }: { readonly weighed: boolean } = { weighed: false }): string {
    return this.buildProductsWith(weighed ? `CASE WHEN ${this.words.isStrong} THEN 0 ELSE 1 END` : '0');
  }

  /** The products of the SKU that meet a condition, as `p`: by relevance, they come before all others. */
  buildProductsOfSku(condition: string): string {
    return `${this.buildProductsWith('-1')} WHERE p.id = ANY(${this.idsOfSku}) AND ${this.buildPriceCondition('p.price_cents')} AND ${condition}`;
  }

  private buildProductsWith(weakness: string): string {
    return this.listing.sort === 'relevance' ? `(SELECT *, ${weakness} AS weakness FROM products) p` : 'products p';
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
