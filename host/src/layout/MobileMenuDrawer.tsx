import { ChevronDown, Heart, User } from 'lucide-react';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { Drawer } from '@shop/shared/design-system/Drawer';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { selectIsAuthenticated, selectStorefront, useAppSelector } from '@shop/shared/state';
import { useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isActive } from './mainLinks';
import { useMainLinks } from './useMainLinks';
import styles from './MobileMenuDrawer.module.css';

interface MobileCategoriesProps {
  readonly label: string;
  readonly current: boolean;
  readonly onFollow: () => void;
}

/** Folds open: what the storefront sells is one press away. */
function MobileCategories({ label, current, onFollow }: MobileCategoriesProps) {
  const { categories } = useAppSelector(selectStorefront);
  const [unfolded, setUnfolded] = useState(true);
  const listId = useId();
  return (
    <>
      <button type="button" aria-expanded={unfolded} aria-controls={listId} onClick={() => setUnfolded(!unfolded)}>
        {label}
        <Icon icon={ChevronDown} />
      </button>
      <ul id={listId} className={styles.sub} hidden={!unfolded}>
        {categories.map(({ name, slug }) => (
          <li key={slug}>
            <Link to={paths.category(slug)} onClick={onFollow}>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link to={paths.categories} onClick={onFollow} aria-current={current ? 'page' : undefined}>
            All categories
          </Link>
        </li>
      </ul>
    </>
  );
}

interface MobileMenuDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The navigation on narrow screens, in a drawer from the start side. */
export function MobileMenuDrawer({ open, onClose: close }: MobileMenuDrawerProps) {
  const { pathname } = useLocation();
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const links = useMainLinks();

  return (
    <Drawer
      open={open}
      onClose={close}
      title="Menu"
      side="start"
      footer={
        <div className={styles.foot}>
          <ButtonLink variant="secondary" size="md" to={paths.account} onClick={close}>
            <Icon icon={User} />
            {isAuthenticated ? 'Account' : 'Log in'}
          </ButtonLink>
          <ButtonLink variant="secondary" size="md" to={paths.wishlist} onClick={close}>
            <Icon icon={Heart} />
            Wishlist
          </ButtonLink>
        </div>
      }
    >
      <nav className={styles.nav} aria-label="Menu">
        <ul>
          {links.map((link) => (
            <li key={link.href}>
              {link.href === paths.categories ? (
                <MobileCategories label={link.label} current={isActive(link, pathname)} onFollow={close} />
              ) : (
                <Link to={link.href} onClick={close} aria-current={isActive(link, pathname) ? 'page' : undefined}>
                  {link.label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </Drawer>
  );
}
