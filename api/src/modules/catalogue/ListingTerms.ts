import type { Listing } from './parseListing';
import { SORTS } from './sorts';

export const FACETS = ['category', 'brand', 'material', 'stone', 'color'] as const;
export type Facet = (typeof FACETS)[number];
type Filter = Facet | 'rating' | 'offers';

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** Shorter words have no trigram: no index finds them. */
const TRIGRAM = 3;

/**
 * A listing's conditions as SQL, with the values they bind. Columns are named as they are in both `products` and
 * `facet_cells`.
 */
export class ListingTerms {
  readonly values: unknown[] = [];
  readonly store: string;
  readonly low: string | null;
  readonly high: string | null;
  readonly hasWords: boolean;
  /** Whether the index of trigrams finds what is searched for. */
  readonly wordsAreIndexed: boolean;
  /** What each filter asks of a cell. */
  readonly filters: Readonly<Record<Filter, string>>;
  private readonly words: readonly string[];
  private readonly afterValues: string;

  constructor(private readonly listing: Listing) {
    this.store = this.bind(listing.store);
    this.words = listing.words.map((word) => this.bind(`%${escapeLike(word)}%`));
    this.hasWords = listing.words.length > 0;
    this.wordsAreIndexed = listing.words.some(({ length }) => length >= TRIGRAM);
    this.low = listing.minPriceCents === null ? null : `${this.bind(listing.minPriceCents)}::integer`;
    this.high = listing.maxPriceCents === null ? null : `${this.bind(listing.maxPriceCents)}::integer`;
    this.afterValues = (listing.after ?? [])
      .map((value, index) => `${this.bind(value)}::${SORTS[listing.sort].keys[index]?.type ?? 'text'}`)
      .join(', ');
    // Always the same text, whatever is chosen: there are few different statements, so that each can be prepared.
    const choice = (facet: Facet): string => {
      const chosen = this.bind(listing[facet].length > 0 ? listing[facet] : null);
      return `(${chosen}::text[] IS NULL OR ${facet} = ANY(${chosen}::text[]))`;
    };
    this.filters = {
      category: choice('category'),
      brand: choice('brand'),
      material: choice('material'),
      stone: choice('stone'),
      color: choice('color'),
      rating: `rating >= ${this.bind(listing.minRating)}::integer`,
      offers: `(NOT ${this.bind(listing.offersOnly)}::boolean OR has_offer)`,
    };
  }

  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  textMatches(column: string): string {
    return this.words.map((word) => `${column} LIKE ${word}`).join(' AND ') || 'true';
  }

  priceIs(column: string): string {
    return (
      [this.low && `${column} >= ${this.low}`, this.high && `${column} <= ${this.high}`]
        .filter(Boolean)
        .join(' AND ') || 'true'
    );
  }

  /** Whether a cell passes every filter but one: a facet counts what its other values would give. */
  passes(except?: Filter): string {
    return Object.keys(this.filters)
      .filter((filter) => filter !== except)
      .map((filter) => `in_${filter}`)
      .join(' AND ');
  }

  keys(table: string): string {
    return SORTS[this.listing.sort].keys.map(({ column }) => `${table}.${column}`).join(', ');
  }

  order(table: string): string {
    const { keys, falling } = SORTS[this.listing.sort];
    return keys.map(({ column }) => `${table}.${column}${falling ? ' DESC' : ''}`).join(', ');
  }

  /** Behind the row that a cursor names. */
  isAfter(table: string): string {
    if (this.afterValues === '') return 'true';
    return `(${this.keys(table)}) ${SORTS[this.listing.sort].falling ? '<' : '>'} (${this.afterValues})`;
  }
}
