import {
  DEFAULT_STORE_SLUG,
  FACETS,
  mapFacets,
  SORT_OPTIONS,
  type FacetId,
  type ProductQuery,
  type SortOption,
  type StorefrontSlug,
} from '@shop/contracts';
import { parsePage } from '../../http/parsePage';
import { takeFreeFrom } from './freeFrom';
import { decodeCursor } from './listingCursor';
import { isWithoutWords, parseWords, type Matching } from './searchTerms';
import type { ListingSort } from './sorts';
import { COMPILED_SYNONYMS, type Synonyms } from './synonyms';

/** The parsed filters of a listing. */
export interface Listing {
  readonly store: StorefrontSlug;
  /** Search words, all of which must match. */
  readonly words: readonly string[];
  readonly matching: Matching;
  readonly synonyms: Synonyms;
  /** Values of `free_from` that the search names, all of which must match. */
  readonly freeFrom: readonly string[];
  /** The search in lowercase, if it may be a SKU; otherwise empty. */
  readonly sku: string;
  /** Ids of the products that have this SKU, or a variant with it: they match, too, and by relevance they are first. */
  readonly idsOfSku: readonly string[];
  /** True if nothing can match, because the search has no words. */
  readonly isEmpty: boolean;
  /** The chosen values of each facet. */
  readonly chosen: Readonly<Record<FacetId, readonly string[]>>;
  /** 0 without a rating filter. */
  readonly minRating: number;
  readonly minPriceCents: number | null;
  readonly maxPriceCents: number | null;
  readonly offersOnly: boolean;
  readonly sort: ListingSort;
  readonly page: number;
  /** Sort keys of the row that the page follows; `page` is ignored then. */
  readonly after: readonly (string | number)[] | null;
}

const MAX_FACET_VALUES = 50;
/** Same as in product files (productCells.ts). */
const MAX_SKU_LENGTH = 64;
/** product.md 4.5: the maximum price applies only below this, in dollars. */
const UNLIMITED_PRICE_DOLLARS = 5_000;

const cleanText = (text: string | undefined): string => (text ?? '').replaceAll('\0', '').trim();

const parseSku = (text: string | undefined): string => {
  const sku = cleanText(text);
  return sku.length <= MAX_SKU_LENGTH ? sku.toLowerCase() : '';
};

const parseValues = (text: string | undefined): string[] =>
  [
    ...new Set(
      cleanText(text)
        .split(',')
        .map((value) => value.trim())
        .filter(Boolean),
    ),
  ].slice(0, MAX_FACET_VALUES);

/** Converts dollars to cents. Returns null if the text is not a price. */
const parsePrice = (text: string | undefined): number | null => {
  const dollars = Number(cleanText(text));
  return cleanText(text) !== '' && Number.isFinite(dollars) && dollars >= 0
    ? Math.round(Math.min(dollars, 1e7) * 100)
    : null;
};

const parseRating = (text: string | undefined): number => {
  const rating = Number(cleanText(text));
  return Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : 0;
};

const isSort = (value: string): value is SortOption => SORT_OPTIONS.some((option) => option === value);

const parsePriceRange = (query: ProductQuery): Pick<Listing, 'minPriceCents' | 'maxPriceCents'> => {
  const minimum = parsePrice(query.minPrice);
  const maximum = parsePrice(query.maxPrice);
  const [low, high] =
    minimum !== null && maximum !== null && minimum > maximum ? [maximum, minimum] : [minimum, maximum];
  return { minPriceCents: low, maxPriceCents: high !== null && high < UNLIMITED_PRICE_DOLLARS * 100 ? high : null };
};

/** Parses a query string. Invalid values are ignored. */
export const parseListing = (query: ProductQuery, synonyms: Synonyms = COMPILED_SYNONYMS): Listing => {
  const requestedSort = cleanText(query.sort);
  const { rest, freeFrom } = takeFreeFrom(query.q);
  const words = parseWords(rest);
  const byFeatured = words.length > 0 ? 'relevance' : 'featured';
  const sort = isSort(requestedSort) && requestedSort !== 'featured' ? requestedSort : byFeatured;
  return {
    store: query.store ?? DEFAULT_STORE_SLUG,
    words,
    matching: 'words',
    synonyms,
    freeFrom,
    sku: words.length > 0 ? parseSku(query.q) : '',
    idsOfSku: [],
    isEmpty: isWithoutWords(query.q),
    chosen: mapFacets(FACETS, ({ id }) => parseValues(query[id])),
    minRating: parseRating(query.rating),
    ...parsePriceRange(query),
    offersOnly: cleanText(query.offers) === 'true',
    sort,
    page: parsePage(query.page),
    after: decodeCursor(query.after, sort),
  };
};
