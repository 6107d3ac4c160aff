import type { ProductQuery } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Drawer } from '@shop/shared/design-system/Drawer';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { FilterPanel } from './FilterPanel';
import styles from './FilterSheet.module.css';
import { countProducts } from './listingCards';
import { toProductQuery, withoutFilters } from './listingQuery';
import { draftDropped, fetchDraft, selectDraft, selectListing } from './listingSlice';

interface FilterSheetProps {
  readonly open: boolean;
  readonly params: URLSearchParams;
  readonly preset: ProductQuery;
  readonly onClose: () => void;
  readonly onApply: (next: URLSearchParams) => void;
}

/** The filters on narrow screens: a draft with a live count; Show applies it, Esc discards it. */
export function FilterSheet({ open, params, preset, onClose, onApply }: FilterSheetProps) {
  const [draft, setDraft] = useState<URLSearchParams>();
  const { slug } = useAppSelector(selectStorefront);
  const { page } = useAppSelector(selectListing);
  const counted = useAppSelector(selectDraft);
  const dispatch = useAppDispatch();
  const edited = draft ?? params;
  const shown = draft ? counted : page;

  const change = (next: URLSearchParams): void => {
    setDraft(next);
    void dispatch(fetchDraft({ ...toProductQuery(next, preset), store: slug }));
  };
  const close = (): void => {
    setDraft(undefined);
    dispatch(draftDropped());
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
          <Button variant="secondary" size="md" onClick={() => change(withoutFilters(edited))}>
            Clear all
          </Button>
          <Button size="md" onClick={apply}>
            Show {shown ? countProducts(shown) : 'products'}
          </Button>
        </div>
      }
    >
      <FilterPanel params={edited} page={counted ?? page} preset={preset} onChange={change} />
    </Drawer>
  );
}
