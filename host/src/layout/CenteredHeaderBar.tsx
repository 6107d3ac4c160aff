import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontLayouts } from '@shop/shared/storefronts/layouts';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { HeaderSearch } from '../search/HeaderSearch';
import { SearchDisclosure } from '../search/SearchDisclosure';
import { AccountLink } from './AccountLink';
import { CartButton } from './CartButton';
import { MainNav } from './MainNav';
import { MobileMenu } from './MobileMenu';
import { WishlistLink } from './WishlistLink';
import { Wordmark } from './Wordmark';
import styles from './Header.module.css';

/** Centered wordmark. The search icon opens a row below the bar. */
export function CenteredHeaderBar() {
  const { id, name } = useAppSelector(selectStorefront);
  const { searchPlaceholder, cartIcon } = storefrontLayouts[id];
  const searchId = useId();
  const [searching, setSearching] = useState(false);
  const { key } = useLocation();
  useEffect(() => setSearching(false), [key]);

  const disclosure = { open: searching, controls: searchId, onToggle: () => setSearching(!searching) };
  const closeOnEscape = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    setSearching(false);
    const bar = event.currentTarget.parentElement;
    for (const opener of bar?.querySelectorAll<HTMLElement>(`[aria-controls="${CSS.escape(searchId)}"]`) ?? [])
      opener.focus(); // hidden buttons ignore focus()
  };

  return (
    <>
      <div className={styles.bar} data-header="centered">
        <div className={styles.lead}>
          <MobileMenu />
          <SearchDisclosure {...disclosure} className={styles.searchIcon} />
        </div>
        <MainNav header="centered" />
        <Link className={styles.logo} to={paths.home} aria-label={`${name}, home`}>
          <Wordmark />
        </Link>
        <div className={styles.tools}>
          <SearchDisclosure {...disclosure} className={styles.searchTool} />
          <AccountLink />
          <WishlistLink />
          <CartButton icon={cartIcon} />
        </div>
      </div>
      <div id={searchId} className={styles.searchRow} hidden={!searching} onKeyDown={closeOnEscape}>
        {searching && <HeaderSearch placeholder={searchPlaceholder} autoFocus onDone={() => setSearching(false)} />}
      </div>
    </>
  );
}
