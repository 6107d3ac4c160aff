import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontLayouts } from '@shop/shared/storefronts/layouts';
import { Link } from 'react-router-dom';
import { CartButton } from './CartButton';
import { Wordmark } from './Wordmark';
import styles from './Header.module.css';

/** The header of a checkout: nothing distracts from it. */
export function EnclosedHeaderBar() {
  const { id, name } = useAppSelector(selectStorefront);
  const { cartIcon } = storefrontLayouts[id];
  return (
    <div className={styles.bar}>
      <Link className={styles.logo} to={paths.home} aria-label={`${name}, home`}>
        <Wordmark />
      </Link>
      <div className={styles.tools}>
        <CartButton icon={cartIcon} />
      </div>
    </div>
  );
}
