import type { Facets } from '@shop/contracts';
import { MAX_FILTER_PRICE } from '@shop/contracts/constants';
import { FACETS } from '@shop/contracts/facets';
import { ratingLabel, readPriceSpan, readRating, readValues, withFilter, withToggledValue } from './listingQuery';

export interface ActiveFilter {
  readonly key: string;
  readonly label: string;
  /** The query string without this filter. */
  readonly without: URLSearchParams;
}

/** Formats dollars in the displayed currency. */
type Money = (dollars: number) => string;

const priceFilter = (params: URLSearchParams, money: Money): ActiveFilter[] => {
  const { priceMin, priceMax } = readPriceSpan(params);
  if (priceMin === 0 && priceMax >= MAX_FILTER_PRICE) return []; // product.md 4.5
  const label = priceMax < MAX_FILTER_PRICE ? `${money(priceMin)} to ${money(priceMax)}` : `From ${money(priceMin)}`;
  return [{ key: 'price', label, without: withFilter(withFilter(params, 'minPrice', null), 'maxPrice', null) }];
};

/** The active filters, each with the URL that removes it. */
export const activeFilters = (params: URLSearchParams, facets: Facets | undefined, money: Money): ActiveFilter[] => {
  const chosen = FACETS.flatMap(({ id }) =>
    readValues(params, id).map((value) => ({
      key: `${id}-${value}`,
      label: facets?.[id]?.find((known) => known.value === value)?.label ?? value,
      without: withToggledValue(params, id, value),
    })),
  );
  const rating = readRating(params);
  return [
    ...chosen,
    ...priceFilter(params, money),
    ...(rating ? [{ key: 'rating', label: ratingLabel(rating), without: withFilter(params, 'rating', null) }] : []),
    ...(params.get('offers') === 'true'
      ? [{ key: 'offers', label: 'On offer only', without: withFilter(params, 'offers', null) }]
      : []),
  ];
};
