import type { Facets, FacetValue, ProductQuery } from '@shop/shared/contracts';
import { FACETS } from '@shop/shared/contracts/facets';
import { Checkbox, Radio } from '@shop/shared/design-system/Checkbox';
import { selectCurrency, useAppSelector } from '@shop/shared/state';
import { useId } from 'react';
import { FilterGroup } from './FilterGroup';
import { ratingLabel, readRating, readValues, withFilter, withToggledValue } from './listingQuery';
import { PriceFilter } from './PriceFilter';

/** A selected value stays in its list, even if the other filters leave no products with it. */
const withChosen = (values: readonly FacetValue[], chosen: readonly string[]): readonly FacetValue[] => [
  ...values,
  ...chosen
    .filter((value) => !values.some((known) => known.value === value))
    .map((value) => ({ value, label: value, count: 0 })),
];

interface FilterPanelProps {
  readonly params: URLSearchParams;
  readonly facets: Facets | undefined;
  /** Filters fixed by the page's path, such as the category. */
  readonly preset: ProductQuery;
  readonly onChange: (next: URLSearchParams) => void;
}

/**
 * All filters of the listing. The parent decides what a change does: the page applies it, the sheet collects a draft.
 */
export function FilterPanel({ params, facets, preset, onChange }: FilterPanelProps) {
  const ratingName = useId();
  const { code } = useAppSelector(selectCurrency);
  if (!facets) return null;
  const groups = FACETS.filter(({ id }) => preset[id] === undefined)
    .map((facet) => ({ ...facet, values: facets[facet.id] ?? [], chosen: readValues(params, facet.id) }))
    .filter(({ values }) => values.length > 0);

  return (
    <>
      {groups.map(({ id, label: title, isCollapsed = false, values, chosen }) => (
        <FilterGroup key={id} title={title} open={!isCollapsed || chosen.length > 0}>
          {withChosen(values, chosen).map(({ value, label, count }) => (
            <Checkbox
              key={value}
              label={label}
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
          span={facets.price}
          onChange={onChange}
        />
      </FilterGroup>
      <FilterGroup title="Rating">
        {facets.rating.map(({ value, count }) => (
          <Radio
            key={value}
            name={ratingName}
            label={ratingLabel(value)}
            note={count}
            checked={readRating(params) === value}
            onChange={() => onChange(withFilter(params, 'rating', value))}
          />
        ))}
      </FilterGroup>
      {preset.offers === undefined && (
        <FilterGroup title="Offers">
          <Checkbox
            label="On offer only"
            note={facets.offers}
            checked={params.get('offers') === 'true'}
            onChange={(event) => onChange(withFilter(params, 'offers', event.target.checked ? 'true' : null))}
          />
        </FilterGroup>
      )}
    </>
  );
}
