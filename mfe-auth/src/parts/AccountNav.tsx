import { Heart, LayoutDashboard, LogOut, MapPin, Package, RotateCcw, UserRound } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { logoutUser, notify, useAppDispatch } from '@shop/shared/state';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import styles from './AccountNav.module.css';
import { BUY_AGAIN_PATH } from './buyAgainPath';

const LINKS = [
  { label: 'Dashboard', href: paths.dashboard, icon: LayoutDashboard },
  { label: 'Orders', href: paths.orders, icon: Package },
  { label: 'Buy again', href: BUY_AGAIN_PATH, icon: RotateCcw },
  { label: 'Wishlist', href: paths.wishlist, icon: Heart },
  { label: 'Addresses', href: paths.addresses, icon: MapPin },
  { label: 'Account', href: paths.account, icon: UserRound },
] as const;

/** Links to the account's screens and the logout button; a scrolling row on narrow screens. */
export function AccountNav({ onLogOut }: { readonly onLogOut: () => void }) {
  const { pathname } = useLocation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);

  // Scrolls the current link into view on narrow screens.
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector<HTMLElement>('[aria-current]');
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);

  const logOut = async (): Promise<void> => {
    onLogOut();
    const answer = await dispatch(logoutUser());
    if (!logoutUser.fulfilled.match(answer)) {
      dispatch(notify(answer.payload ?? 'Logout failed', 'alert'));
      return;
    }
    dispatch(notify('You are logged out.'));
    await navigate(paths.home);
  };

  return (
    <nav className={styles.nav} aria-label="Account">
      <ul ref={list}>
        {LINKS.map(({ label, href, icon }) => (
          <li key={href}>
            <Link to={href} aria-current={pathname === href || pathname.startsWith(`${href}/`) ? 'page' : undefined}>
              <Icon icon={icon} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => void logOut()}>
            <Icon icon={LogOut} />
            Log out
          </button>
        </li>
      </ul>
    </nav>
  );
}
