import { Link, useLocation } from 'react-router-dom';
import { isActive, mainLinks } from './mainLinks';
import styles from './MainNav.module.css';

export function MainNav() {
  const { pathname } = useLocation();
  return (
    <nav className={styles.nav} aria-label="Main">
      {mainLinks.map((link) => (
        <Link key={link.href} to={link.href} aria-current={isActive(link, pathname) ? 'page' : undefined}>
          {link.label}
        </Link>
      ))}
    </nav>
  );
}
