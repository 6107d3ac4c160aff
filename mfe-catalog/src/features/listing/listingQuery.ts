import type { ProductQuery, SortOption } from '@shop/contracts';
import { MAX_FILTER_PRICE, SORT_OPTIONS } from '@shop/contracts/constants';
import { FACETS, type FacetId } from '@shop/contracts/facets';

export const SORT_LABELS: Readonly<Record<SortOption, string>> = {
  featured: 'Featured',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  newest: 'Newest',
  rating: 'Rating',
};

/** The filters in the query string (product.md 4.2). */
const QUERY_KEYS = [
  ...FACETS.map(({ id }) => id),
  'q',
  'rating',
  'minPrice',
  'maxPrice',
  'offers',
  'sort',
  'page',
] as const;
const MAX_VALUE_LENGTH = 500;

/** The gateway's query: the filters of the query string plus those fixed by the path. */
export const toProductQuery = (params: URLSearchParams, preset: ProductQuery): ProductQuery => {
  const query: Record<string, string> = {};
  for (const key of QUERY_KEYS) {
    const value = params.getAll(key).join(',').slice(0, MAX_VALUE_LENGTH);
    if (value) query[key] = value;
  }
  return { ...query, ...preset };
};

export const readSort = (params: URLSearchParams): SortOption =>
  SORT_OPTIONS.find((option) => option === params.get('sort')) ?? 'featured';

export const readValues = (params: URLSearchParams, facet: FacetId): string[] => [
  ...new Set(
    params
      .getAll(facet)
      .join(',')
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean),
  ),
];

/** Changes filters and resets to page 1 (product.md 4.7). */
export const withFilter = (params: URLSearchParams, key: string, value: string | null): URLSearchParams => {
  const next = new URLSearchParams(params);
  if (value) next.set(key, value);
  else next.delete(key);
  next.delete('page');
  return next;
};

const PRICE = /^\d+(\.\d+)?$/;

/** Parses a price in dollars; null if invalid. */
export const readPrice = (params: URLSearchParams, key: 'minPrice' | 'maxPrice'): number | null => {
  const text = params.get(key)?.trim() ?? '';
  return PRICE.test(text) ? Number(text) : null;
};

/** Sorts both ends: a minimum above the maximum is swapped. */
export const readPriceSpan = (params: URLSearchParams): { priceMin: number; priceMax: number } => {
  const min = readPrice(params, 'minPrice') ?? 0;
  const max = readPrice(params, 'maxPrice') ?? MAX_FILTER_PRICE;
  return { priceMin: Math.min(min, max), priceMax: Math.max(min, max) };
};

/** Parses 1 to 5 stars; otherwise null. */
export const readRating = (params: URLSearchParams): string | null =>
  /^[1-5]$/.test(params.get('rating') ?? '') ? params.get('rating') : null;

export const ratingLabel = (stars: string): string =>
  stars === '5' ? '5 stars' : `${stars} ${stars === '1' ? 'star' : 'stars'} and up`;

export const withToggledValue = (params: URLSearchParams, facet: FacetId, value: string): URLSearchParams => {
  const values = readValues(params, facet);
  const next = values.includes(value) ? values.filter((present) => present !== value) : [...values, value];
  return withFilter(params, facet, next.join(',') || null);
};

/** Removes all filters; keeps search and sorting. */
export const withoutFilters = (params: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams();
  for (const key of ['q', 'sort']) {
    const value = params.get(key);
    if (value) next.set(key, value);
  }
  return next;
};

export const withPage = (params: URLSearchParams, page: number): string => {
  const next = new URLSearchParams(params);
  if (page > 1) next.set('page', String(page));
  else next.delete('page');
  return `?${next}`;
};
