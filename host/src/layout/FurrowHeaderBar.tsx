import { ShoppingBasket } from 'lucide-react';
import { paths } from '@shop/shared/navigation';
import { Link } from 'react-router-dom';
import { FurrowLogo } from '../logos/FurrowLogo';
import { HeaderSearch } from '../search/HeaderSearch';
import { AccountLink } from './AccountLink';
import { CartButton } from './CartButton';
import { MainNav } from './MainNav';
import { MobileMenu } from './MobileMenu';
import { WishlistLink } from './WishlistLink';
import styles from './Header.module.css';

/** Wordmark at the start, search always open, navigation in a second row. */
export function FurrowHeaderBar() {
  return (
    <div className={styles.bar}>
      <div className={styles.lead}>
        <MobileMenu />
      </div>
      <Link className={styles.logo} to={paths.home} aria-label="Furrow, home">
        <FurrowLogo />
      </Link>
      <HeaderSearch placeholder="Search fruit, vegetables, dairy" />
      <div className={styles.tools}>
        <AccountLink />
        <WishlistLink />
        <CartButton icon={ShoppingBasket} />
      </div>
      <MainNav />
    </div>
  );
}
