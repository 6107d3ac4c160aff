import type { Facets, FacetValue, ProductPage, ProductQuery } from '@shop/contracts';
import { FACETS } from '@shop/contracts/facets';
import { Checkbox, Radio } from '@shop/shared/design-system/Checkbox';
import { selectCurrency, useAppSelector } from '@shop/shared/state';
import { useId } from 'react';
import { FilterGroup } from './FilterGroup';
import { ratingLabel, readRating, readValues, withFilter, withToggledValue } from './listingQuery';
import styles from './FilterPanel.module.css';
import { PriceFilter } from './PriceFilter';

/** A selected value stays in its list, even if the other filters leave no products with it. */
const withChosen = (values: readonly FacetValue[], chosen: readonly string[]): readonly FacetValue[] => [
  ...values,
  ...chosen
    .filter((value) => !values.some((known) => known.value === value))
    .map((value) => ({ value, label: value, count: 0 })),
];

/** Whether a choice of stars leaves out any product, other than those below 5 stars. */
const isRatingUseful = ({ rating }: Facets, total: number): boolean =>
  rating.some(({ value, count }) => value !== '5' && count < total) &&
  rating.some(({ count }) => count !== rating[0]?.count);

interface FilterPanelProps {
  readonly params: URLSearchParams;
  readonly page: Pick<ProductPage, 'total' | 'facets'> | null;
  /** Filters fixed by the page's path, such as the category. */
  readonly preset: ProductQuery;
  readonly onChange: (next: URLSearchParams) => void;
}

/**
 * All filters of the listing. The parent decides what a change does: the page applies it, the sheet collects a draft.
 */
export function FilterPanel({ params, page, preset, onChange }: FilterPanelProps) {
  const ratingName = useId();
  const { code } = useAppSelector(selectCurrency);
  if (!page) return null;
  const { facets, total } = page;
  const rating = readRating(params);
  const hasOffers = params.get('offers') === 'true';
  const groups = FACETS.filter(({ id }) => preset[id] === undefined)
    .map((facet) => ({ ...facet, values: facets[facet.id] ?? [], chosen: readValues(params, facet.id) }))
    // A value that all products have does not narrow the listing.
    .filter(({ values, chosen }) => chosen.length > 0 || values.some(({ count }) => count < total));

  return (
    <>
      {groups.map(({ id, label: title, isCollapsed = false, swatches, values, chosen }) => (
        <FilterGroup key={id} title={title} open={!isCollapsed || chosen.length > 0}>
          {withChosen(values, chosen).map(({ value, label, count }) => (
            <Checkbox
              key={value}
              label={
                <>
                  {swatches?.[value] && (
                    <svg className={styles.swatch} viewBox="0 0 2 2" aria-hidden="true">
                      <circle cx="1" cy="1" r="1" fill={swatches[value]} />
                    </svg>
                  )}
                  {label}
                </>
              }
              note={count}
              checked={chosen.includes(value)}
              onChange={() => onChange(withToggledValue(params, id, value))}
            />
          ))}
        </FilterGroup>
      ))}
      <FilterGroup title="Price">
        <PriceFilter
          key={`${params.get('minPrice')}-${params.get('maxPrice')}-${code}`}
          params={params}
          range={facets.price}
          onChange={onChange}
        />
      </FilterGroup>
      {(rating !== null || isRatingUseful(facets, total)) && (
        <FilterGroup title="Rating">
          {facets.rating.map(({ value, count }) => (
            <Radio
              key={value}
              name={ratingName}
              label={ratingLabel(value)}
              note={count}
              checked={rating === value}
              onChange={() => onChange(withFilter(params, 'rating', value))}
            />
          ))}
        </FilterGroup>
      )}
      {preset.offers === undefined && (hasOffers || (facets.offers > 0 && facets.offers < total)) && (
        <FilterGroup title="Offers">
          <Checkbox
            label="On offer only"
            note={facets.offers}
            checked={hasOffers}
            onChange={(event) => onChange(withFilter(params, 'offers', event.target.checked ? 'true' : null))}
          />
        </FilterGroup>
      )}
    </>
  );
}
