import { Search } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontLayouts } from '@shop/shared/storefronts/layouts';
import { Link, useSearchParams } from 'react-router-dom';
import { HeaderSearch, SEARCH_ID } from '../search/HeaderSearch';
import { AccountLink } from './AccountLink';
import { CartButton } from './CartButton';
import { MainNav } from './MainNav';
import { MobileMenu } from './MobileMenu';
import { PlaceLink } from './PlaceLink';
import { WishlistLink } from './WishlistLink';
import { Wordmark } from './Wordmark';
import styles from './Header.module.css';

/**
 * Wordmark at the start, search always open, navigation in a second row. On phones the search scrolls away; the icon
 * leads to it.
 */
export function SearchHeaderBar() {
  const { id, name } = useAppSelector(selectStorefront);
  const { searchPlaceholder, cartIcon } = storefrontLayouts[id];
  const [params] = useSearchParams();
  return (
    <div className={styles.bar} data-header="search">
      <div className={styles.lead}>
        <MobileMenu />
      </div>
      <Link className={styles.logo} to={paths.home} aria-label={`${name}, home`}>
        <Wordmark />
      </Link>
      <HeaderSearch placeholder={searchPlaceholder} searched={params.get('q')?.trim() ?? ''} />
      <div className={styles.tools}>
        <label className={styles.searchTool} htmlFor={SEARCH_ID}>
          <Icon icon={Search} />
        </label>
        <PlaceLink />
        <AccountLink />
        <WishlistLink />
        <CartButton icon={cartIcon} />
      </div>
      <MainNav header="search" />
    </div>
  );
}
