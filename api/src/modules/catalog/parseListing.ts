import {
  DEFAULT_STORE_SLUG,
  FACETS,
  mapFacets,
  SORT_OPTIONS,
  type FacetId,
  type ProductQuery,
  type SortOption,
  type StorefrontSlug,
} from '@shop/shared/contracts';
import { parsePage } from '../../http/parsePage';
import { decodeCursor } from './listingCursor';

/** The parsed filters of a listing. */
export interface Listing {
  readonly store: StorefrontSlug;
  /** Lowercase search words, all of which must match. */
  readonly words: readonly string[];
  /** The chosen values of each facet. */
  readonly chosen: Readonly<Record<FacetId, readonly string[]>>;
  /** 0 without a rating filter. */
  readonly minRating: number;
  readonly minPriceCents: number | null;
  readonly maxPriceCents: number | null;
  readonly offersOnly: boolean;
  readonly sort: SortOption;
  readonly page: number;
  /** Sort keys of the row that the page follows; `page` is ignored then. */
  readonly after: readonly (string | number)[] | null;
}

const MAX_SEARCH_LENGTH = 200;
const MAX_WORDS = 8;
const MAX_FACET_VALUES = 50;
/** product.md 4.5: the maximum price applies only below this, in dollars. */
const UNLIMITED_PRICE_DOLLARS = 5_000;

const cleanText = (text: string | undefined): string => (text ?? '').replaceAll('\0', '').trim();

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

/** Returns the distinct words of a search in lowercase. */
export const parseWords = (text: string | undefined): string[] =>
  [...new Set(cleanText(text).slice(0, MAX_SEARCH_LENGTH).toLowerCase().split(/\s+/).filter(Boolean))].slice(
    0,
    MAX_WORDS,
  );

const isSort = (value: string): value is SortOption => SORT_OPTIONS.some((option) => option === value);

const parsePriceRange = (query: ProductQuery): Pick<Listing, 'minPriceCents' | 'maxPriceCents'> => {
  const minimum = parsePrice(query.minPrice);
  const maximum = parsePrice(query.maxPrice);
  const [low, high] =
    minimum !== null && maximum !== null && minimum > maximum ? [maximum, minimum] : [minimum, maximum];
  return { minPriceCents: low, maxPriceCents: high !== null && high < UNLIMITED_PRICE_DOLLARS * 100 ? high : null };
};

/** Parses a query string. Invalid values are ignored. */
export const parseListing = (query: ProductQuery): Listing => {
  const requestedSort = cleanText(query.sort);
  const sort = isSort(requestedSort) ? requestedSort : 'featured';
  return {
    store: query.store ?? DEFAULT_STORE_SLUG,
    words: parseWords(query.q),
    chosen: mapFacets(FACETS, ({ id }) => parseValues(query[id])),
    minRating: parseRating(query.rating),
    ...parsePriceRange(query),
    offersOnly: cleanText(query.offers) === 'true',
    sort,
    page: parsePage(query.page),
    after: decodeCursor(query.after, sort),
  };
};
