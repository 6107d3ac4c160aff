import { storefronts } from '@shop/contracts/storefronts';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontLayouts } from '@shop/shared/storefronts/layouts';
import styles from './Wordmark.module.css';

/** The storefront's name: as its design draws it, or in its letters if staff have given it another one. */
export function Wordmark() {
  const { id, name } = useAppSelector(selectStorefront);
  const { Logo } = storefrontLayouts[id];
  if (name === storefronts[id].name) return <Logo />;
  return (
    <span className={styles.name} aria-hidden="true">
      {name}
    </span>
  );
}
