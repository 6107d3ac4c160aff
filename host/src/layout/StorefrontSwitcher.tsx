import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { paths } from '@shop/shared/navigation';
import { notify, selectStorefrontId, storefrontEntered, useAppDispatch, useAppSelector } from '@shop/shared/state';
import type { StorefrontId } from '@shop/contracts/storefronts';
import { storefrontLayouts } from '@shop/shared/storefronts/layouts';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import styles from './StorefrontSwitcher.module.css';

/** Links, so that they work before hydration. After that they switch without a reload and keep the cart. */
export function StorefrontSwitcher() {
  const current = useAppSelector(selectStorefrontId);
  const known = useAppSelector(({ storefront }) => storefront.storeConfig);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();

  const enter = (event: MouseEvent, id: StorefrontId): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (id !== current) {
      dispatch(storefrontEntered(id));
      dispatch(notify(`${known[id].name} store`));
    }
    void navigate(paths.home);
  };

  return (
    <div className={styles.switcher} role="group" aria-label="Store">
      {Object.values(known).map(({ id, name }) => {
        const { Mark } = storefrontLayouts[id];
        return (
          <a
            key={id}
            href={`${paths.home}?store=${id}`}
            className={styles.store}
            data-brand={id}
            aria-current={id === current ? 'true' : undefined}
            onClick={(event) => enter(event, id)}
          >
            <Mark />
            <span>{name}</span>
            <VisuallyHidden> {id} store</VisuallyHidden>
          </a>
        );
      })}
    </div>
  );
}
