import { MAX_FILTER_PRICE, PRODUCTS_PER_PAGE } from '@shop/contracts/constants';
import { ATTRIBUTES, FACETS, mapFacets, toSlugs, type FacetId } from '@shop/contracts/facets';
import type { Facets, FacetValue, Product, ProductPage, ProductQuery } from '@shop/contracts/products';
import { sampleFilterValues, toSampleLabel, sampleProducts } from './sampleProducts';

type FilterName = FacetId | 'rating' | 'offers';

const SORTS: Readonly<Record<string, (a: Product, b: Product) => number>> = {
  'price-low': (a, b) => a.price - b.price,
  'price-high': (a, b) => b.price - a.price,
  newest: (a, b) => Number(b.id) - Number(a.id),
  rating: (a, b) => b.rating - a.rating,
};

const readNumber = (text: string | undefined, fallback: number): number =>
  text !== undefined && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : fallback;

const matchesPrice = ({ price }: Product, query: ProductQuery): boolean => {
  const [low = 0, high = MAX_FILTER_PRICE] = [
    readNumber(query.minPrice, 0),
    readNumber(query.maxPrice, MAX_FILTER_PRICE),
  ].sort((a, b) => a - b);
  // product.md 4.5: the maximum is only applied below 5000.
  return price >= low && (high >= MAX_FILTER_PRICE || price <= high);
};

const matchesText = (product: Product, q = ''): boolean => {
  const text = [
    product.name,
    product.sku,
    product.description,
    product.category,
    product.brand,
    ...ATTRIBUTES.map(({ id }) => product[id]),
  ]
    .join('\n')
    .toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** `except` ignores one filter, because a facet counts what its other values would match. */
const matchesQuery = (product: Product, query: ProductQuery, except?: FilterName): boolean => {
  const matchesFacet = (facet: FacetId): boolean =>
    facet === except || !query[facet] || query[facet].split(',').some((slug) => toSlugs(product[facet]).includes(slug));
  return (
    matchesText(product, query.q) &&
    matchesPrice(product, query) &&
    FACETS.every(({ id }) => matchesFacet(id)) &&
    (except === 'rating' || Math.floor(product.rating) >= readNumber(query.rating, 0)) &&
    (except === 'offers' || query.offers !== 'true' || product.offer > 0)
  );
};

const countFacet = (facet: FacetId, query: ProductQuery): FacetValue[] =>
  (sampleFilterValues[facet] ?? []).map((value) => ({
    value,
    label: toSampleLabel(value),
    count: sampleProducts.filter(
      (product) => toSlugs(product[facet]).includes(value) && matchesQuery(product, query, facet),
    ).length,
  }));

const countFacets = (query: ProductQuery): Facets => ({
  ...mapFacets(FACETS, ({ id }) => countFacet(id, query)),
  rating: [5, 4, 3, 2, 1].map((stars) => ({
    value: String(stars),
    label: `${stars} and up`,
    count: sampleProducts.filter(
      (product) => Math.floor(product.rating) >= stars && matchesQuery(product, query, 'rating'),
    ).length,
  })),
  offers: sampleProducts.filter((product) => product.offer > 0 && matchesQuery(product, query, 'offers')).length,
  price: { min: 0, max: MAX_FILTER_PRICE },
});

/** Returns a page of sample products for a listing's filters (product.md 13.1). */
export const listSampleProducts = (query: ProductQuery): ProductPage => {
  const found = sampleProducts.filter((product) => matchesQuery(product, query));
  const sort = SORTS[query.sort ?? ''];
  const sorted = sort ? [...found].sort(sort) : found;
  const pages = Math.max(1, Math.ceil(sorted.length / PRODUCTS_PER_PAGE));
  const page = Math.min(pages, Math.max(1, Math.trunc(readNumber(query.page, 1))));
  return {
    items: sorted.slice((page - 1) * PRODUCTS_PER_PAGE, page * PRODUCTS_PER_PAGE),
    total: sorted.length,
    totalRelation: 'exact',
    page,
    pageSize: PRODUCTS_PER_PAGE,
    next: null,
    facets: countFacets(query),
  };
};
