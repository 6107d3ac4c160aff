import { findStorefrontBySlug } from '@shop/contracts/storefronts';
import { useAppSelector } from '@shop/shared/state';
import styles from './StoreMark.module.css';

/** The drawing of a storefront beside its name. */
export function StoreMark({ store }: { readonly store: string }) {
  const known = useAppSelector(({ storefront }) => storefront.storeConfig);
  const id = findStorefrontBySlug(known, store);
  if (id === undefined) return null;
  return (
    <span className={styles.store}>
      <img src={`/icons/${id}.svg`} alt="" width={18} height={18} />
      {known[id].name}
    </span>
  );
}
