import type { Facets } from '@shop/shared/contracts';
import { Checkbox, Radio } from '@shop/shared/design-system/Checkbox';
import { useId } from 'react';
import { FilterGroup } from './FilterGroup';
import { LIST_FACETS, readValues, withFilter, withToggledValue, type ListFacet } from './listingQuery';
import { PriceFilter } from './PriceFilter';

const TITLES: Readonly<Record<ListFacet, string>> = { category: 'Category', brand: 'Brand', material: 'Material', stone: 'Stone', color: 'Color' };

interface FilterPanelProps {
  readonly params: URLSearchParams;
  readonly facets: Facets | undefined;
  /** On a category's page the category is not a choice. */
  readonly hideCategory: boolean;
  readonly onChange: (next: URLSearchParams) => void;
}

/** Every filter of the listing. What a change means is for whoever shows it: the page applies it, the sheet drafts it. */
export function FilterPanel({ params, facets, hideCategory, onChange }: FilterPanelProps) {
  const ratingName = useId();
  if (!facets) return null;
  const shown = LIST_FACETS.filter((facet) => facets[facet].length > 0 && !(facet === 'category' && hideCategory));

  return (
    <>
      {shown.map((facet) => (
        <FilterGroup key={facet} title={TITLES[facet]} open={facet !== 'brand' || readValues(params, 'brand').length > 0}>
          {facets[facet].map(({ value, label, count }) => (
            <Checkbox
              key={value}
              label={label}
              note={count}
              checked={readValues(params, facet).includes(value)}
              onChange={() => onChange(withToggledValue(params, facet, value))}
            />
          ))}
        </FilterGroup>
      ))}
      <FilterGroup title="Price">
        <PriceFilter key={`${params.get('minPrice')}-${params.get('maxPrice')}`} params={params} span={facets.price} onChange={onChange} />
      </FilterGroup>
      <FilterGroup title="Rating">
        {facets.rating
          .filter(({ value }) => Number(value) < 5)
          .map(({ value, count }) => (
            <Radio
              key={value}
              name={ratingName}
              label={`${value} stars and up`}
              note={count}
              checked={params.get('rating') === value}
              onChange={() => onChange(withFilter(params, 'rating', value))}
            />
          ))}
      </FilterGroup>
      <FilterGroup title="Offers">
        <Checkbox
          label="On offer only"
          note={facets.offers}
          checked={params.get('offers') === 'true'}
          onChange={(event) => onChange(withFilter(params, 'offers', event.target.checked ? 'true' : null))}
        />
      </FilterGroup>
    </>
  );
}
