import { Search, ShoppingBag } from 'lucide-react';
import { IconLink } from '@shop/shared/design-system/IconButton';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { Link } from 'react-router-dom';
import { OrielLogo } from '../logos/OrielLogo';
import { AccountLink } from './AccountLink';
import { CartButton } from './CartButton';
import { MainNav } from './MainNav';
import { MobileMenu } from './MobileMenu';
import { WishlistLink } from './WishlistLink';
import styles from './Header.module.css';

/** Centred wordmark, search behind an icon. */
export function OrielHeaderBar() {
  return (
    <div className={styles.bar}>
      <div className={styles.lead}>
        <MobileMenu />
        <IconLink label="Search" to={paths.products} className={styles.searchIcon}>
          <Icon icon={Search} />
        </IconLink>
      </div>
      <MainNav />
      <Link className={styles.logo} to={paths.home} aria-label="Oriel, home">
        <OrielLogo />
      </Link>
      <div className={styles.tools}>
        <IconLink label="Search" to={paths.products} className={styles.searchTool}>
          <Icon icon={Search} />
        </IconLink>
        <AccountLink />
        <WishlistLink />
        <CartButton icon={ShoppingBag} />
      </div>
    </div>
  );
}
