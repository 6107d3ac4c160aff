import { SORT_OPTIONS, type ProductQuery, type SortOption } from '@shop/shared/contracts';

/** The filters of SPEC 2, as they stand in the query string. */
export const LIST_FACETS = ['category', 'brand', 'material', 'stone', 'color'] as const;
export type ListFacet = (typeof LIST_FACETS)[number];

export const SORT_LABELS: Readonly<Record<SortOption, string>> = {
  featured: 'Featured',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  newest: 'Newest',
  rating: 'Rating',
};

const QUERY_KEYS = [...LIST_FACETS, 'q', 'rating', 'minPrice', 'maxPrice', 'offers', 'sort', 'page'] as const;
const MAX_VALUE_LENGTH = 500;

/** What the gateway is asked: the query string's own names; a category page adds its category. */
export const toProductQuery = (params: URLSearchParams, categoryId: string | undefined): ProductQuery => {
  const query: Record<string, string> = {};
  for (const key of QUERY_KEYS) {
    const value = params.get(key)?.slice(0, MAX_VALUE_LENGTH);
    if (value) query[key] = value;
  }
  if (categoryId !== undefined) query['category'] = categoryId;
  return query;
};

export const readSort = (params: URLSearchParams): SortOption => SORT_OPTIONS.find((option) => option === params.get('sort')) ?? 'featured';

export const readValues = (params: URLSearchParams, facet: ListFacet): string[] => (params.get(facet) ?? '').split(',').filter(Boolean);

/** Every change goes through here: it starts again at page 1 (SPEC 4). */
export const withFilter = (params: URLSearchParams, key: string, value: string | null): URLSearchParams => {
  const next = new URLSearchParams(params);
  if (value) next.set(key, value);
  else next.delete(key);
  next.delete('page');
  return next;
};

export const withToggledValue = (params: URLSearchParams, facet: ListFacet, value: string): URLSearchParams => {
  const values = readValues(params, facet);
  const next = values.includes(value) ? values.filter((present) => present !== value) : [...values, value];
  return withFilter(params, facet, next.join(',') || null);
};

/** Without any filter; what is searched for and how it is sorted stays. */
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
