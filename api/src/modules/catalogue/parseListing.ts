import {
  DEFAULT_STORE_SLUG,
  SORT_OPTIONS,
  type ProductQuery,
  type SortOption,
  type StorefrontSlug,
} from '@shop/shared/contracts';
import { parsePage } from '../../http/parsePage';
import { readCursor } from './listingCursor';

/** A listing's filters, made sense of. */
export interface Listing {
  readonly store: StorefrontSlug;
  /** What is searched for, in lower case: each word is found somewhere in a product. */
  readonly words: readonly string[];
  readonly category: readonly string[];
  readonly brand: readonly string[];
  readonly material: readonly string[];
  readonly stone: readonly string[];
  readonly color: readonly string[];
  /** 0 without a rating filter. */
  readonly minRating: number;
  readonly minPriceCents: number | null;
  readonly maxPriceCents: number | null;
  readonly offersOnly: boolean;
  readonly sort: SortOption;
  readonly page: number;
  /** The sort's keys of the row to begin after; then `page` says nothing. */
  readonly after: readonly (string | number)[] | null;
}

const MAX_SEARCH_LENGTH = 200;
const MAX_WORDS = 8;
const MAX_FACET_VALUES = 50;
/** product.md 4.5: the maximum price applies only below this, in dollars. */
const NO_MAXIMUM_FROM = 5_000;

const clean = (text: string | undefined): string => (text ?? '').replaceAll('\0', '').trim();

const parseValues = (text: string | undefined): string[] =>
  [
    ...new Set(
      clean(text)
        .split(',')
        .map((value) => value.trim())
        .filter(Boolean),
    ),
  ].slice(0, MAX_FACET_VALUES);

/** Dollars to cents; what is not a price filters nothing. */
const parsePrice = (text: string | undefined): number | null => {
  const dollars = Number(clean(text));
  return clean(text) !== '' && Number.isFinite(dollars) && dollars >= 0
    ? Math.round(Math.min(dollars, 1e7) * 100)
    : null;
};

const parseRating = (text: string | undefined): number => {
  const rating = Number(clean(text));
  return Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : 0;
};

/** Words of a search, in lower case, each once. */
export const parseWords = (text: string | undefined): string[] =>
  [...new Set(clean(text).slice(0, MAX_SEARCH_LENGTH).toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);

const isSort = (value: string): value is SortOption => SORT_OPTIONS.some((option) => option === value);

const parsePriceSpan = (query: ProductQuery): Pick<Listing, 'minPriceCents' | 'maxPriceCents'> => {
  const minimum = parsePrice(query.minPrice);
  const maximum = parsePrice(query.maxPrice);
  const [low, high] =
    minimum !== null && maximum !== null && minimum > maximum ? [maximum, minimum] : [minimum, maximum];
  return { minPriceCents: low, maxPriceCents: high !== null && high < NO_MAXIMUM_FROM * 100 ? high : null };
};

/** Reads a query string that anyone may have typed: what makes no sense filters nothing. */
export const parseListing = (query: ProductQuery): Listing => {
  const asked = clean(query.sort);
  const sort = isSort(asked) ? asked : 'featured';
  return {
    store: query.store ?? DEFAULT_STORE_SLUG,
    words: parseWords(query.q),
    category: parseValues(query.category),
    brand: parseValues(query.brand),
    material: parseValues(query.material),
    stone: parseValues(query.stone),
    color: parseValues(query.color),
    minRating: parseRating(query.rating),
    ...parsePriceSpan(query),
    offersOnly: clean(query.offers) === 'true',
    sort,
    page: parsePage(query.page),
    after: readCursor(query.after, sort),
  };
};
