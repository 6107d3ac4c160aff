import { paths } from '@shop/shared/navigation';
import type { StorefrontLayout } from '@shop/shared/storefronts/layouts';
import { Link, useLocation } from 'react-router-dom';
import { CategoriesMenu } from '../mega-menu/CategoriesMenu';
import { isActive, mainLinks } from './mainLinks';
import { useMainLinks } from './useMainLinks';
import styles from './MainNav.module.css';

export function MainNav({ header }: { readonly header: StorefrontLayout['header'] }) {
  const { pathname } = useLocation();
  const links = useMainLinks();
  const renderLink = (link: (typeof links)[number]) => {
    const current = isActive(link, pathname);
    if (link.href === paths.categories)
      return <CategoriesMenu key={link.href} label={link.label} current={current} className={styles.link} />;
    return (
      <Link key={link.href} to={link.href} className={styles.link} aria-current={current ? 'page' : undefined}>
        {link.label}
      </Link>
    );
  };
  return (
    <nav className={styles.nav} data-header={header} aria-label="Main">
      {links.slice(0, mainLinks.length).map(renderLink)}
      <div className={styles.more}>{links.slice(mainLinks.length).map(renderLink)}</div>
    </nav>
  );
}
