import { Button } from '@shop/shared/design-system/Button';
import { Drawer } from '@shop/shared/design-system/Drawer';
import { useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { FilterPanel } from './FilterPanel';
import { withoutFilters } from './listingQuery';
import { selectListing } from './listingSlice';
import styles from './FilterSheet.module.css';

interface FilterSheetProps {
  readonly open: boolean;
  readonly params: URLSearchParams;
  readonly hideCategory: boolean;
  readonly onClose: () => void;
  readonly onApply: (next: URLSearchParams) => void;
}

/** The filters on narrow screens: a draft that Show applies and Esc drops. */
export function FilterSheet({ open, params, hideCategory, onClose, onApply }: FilterSheetProps) {
  const [draft, setDraft] = useState<URLSearchParams>();
  const { page } = useAppSelector(selectListing);
  const edited = draft ?? params;

  const close = (): void => {
    setDraft(undefined);
    onClose();
  };
  const apply = (): void => {
    onApply(edited);
    close();
  };

  return (
    <Drawer
      open={open}
      onClose={close}
      title="Filters"
      side="bottom"
      footer={
        <div className={styles.actions}>
          <Button variant="secondary" size="md" onClick={() => setDraft(withoutFilters(edited))}>
            Clear all
          </Button>
          <Button size="md" onClick={apply}>
            Show products
          </Button>
        </div>
      }
    >
      <FilterPanel params={edited} facets={page?.facets} hideCategory={hideCategory} onChange={setDraft} />
    </Drawer>
  );
}
