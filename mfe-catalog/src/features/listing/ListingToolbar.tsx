import { SlidersHorizontal, X } from 'lucide-react';
import { Button } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { SearchField } from '@shop/shared/design-system/SearchField';
import { Select } from '@shop/shared/design-system/Select';
import type { ProductQuery } from '@shop/contracts';
import { SORT_OPTIONS } from '@shop/contracts/constants';
import { useAppSelector, useFormatPrice } from '@shop/shared/state';
import { useState, type FormEvent } from 'react';
import { activeFilters } from './activeFilters';
import { FilterSheet } from './FilterSheet';
import { readSort, SORT_LABELS, withFilter, withoutFilters } from './listingQuery';
import { selectListing } from './listingSlice';
import styles from './ListingToolbar.module.css';

interface ListingToolbarProps {
  readonly params: URLSearchParams;
  readonly preset: ProductQuery;
  readonly onChange: (next: URLSearchParams) => void;
}

/** Search within the listing, sorting, active filters and, on narrow screens, the button that opens all filters. */
export function ListingToolbar({ params, preset, onChange }: ListingToolbarProps) {
  const [sheetOpen, setSheetOpen] = useState(false);
  const { page } = useAppSelector(selectListing);
  const active = activeFilters(params, page?.facets, useFormatPrice());

  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    onChange(withFilter(params, 'q', typeof q === 'string' ? q.trim() : null));
  };

  return (
    <div className={styles.toolbar}>
      <div className={styles.row}>
        <form method="get" className={styles.search} role="search" aria-label="These results" onSubmit={search}>
          <SearchField
            name="q"
            aria-label="Search products"
            placeholder="Search products"
            maxLength={200}
            words={params.get('q') ?? ''}
          />
        </form>
        <Button
          className={styles.openFilters}
          variant="secondary"
          size="md"
          aria-haspopup="dialog"
          onClick={() => setSheetOpen(true)}
        >
          <Icon icon={SlidersHorizontal} />
          Filters{active.length > 0 ? ` (${active.length})` : ''}
        </Button>
        <Select
          label="Sort by"
          className={styles.sort}
          value={readSort(params)}
          onChange={(event) =>
            onChange(withFilter(params, 'sort', event.target.value === 'featured' ? null : event.target.value))
          }
        >
          {SORT_OPTIONS.map((option) => (
            <option key={option} value={option}>
              {SORT_LABELS[option]}
            </option>
          ))}
        </Select>
      </div>
      {active.length > 0 && (
        <div className={styles.chips} role="group" aria-label="Active filters">
          {active.map(({ key, label, without }) => (
            <button
              key={key}
              type="button"
              className={styles.chip}
              aria-label={`Remove filter ${label}`}
              onClick={() => onChange(without)}
            >
              {label}
              <Icon icon={X} />
            </button>
          ))}
          <Button variant="quiet" size="sm" onClick={() => onChange(withoutFilters(params))}>
            Clear all
          </Button>
        </div>
      )}
      <FilterSheet
        open={sheetOpen}
        params={params}
        preset={preset}
        onClose={() => setSheetOpen(false)}
        onApply={onChange}
      />
    </div>
  );
}
