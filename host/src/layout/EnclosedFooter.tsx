import { paths } from '@shop/shared/navigation';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useShellPart } from '../watch/shellParts';
import styles from './EnclosedFooter.module.css';

const LINKS = [
  { label: 'Terms', href: paths.terms },
  { label: 'Privacy', href: paths.privacy },
  { label: 'Contact', href: paths.contact },
];

/** The footer of a checkout: a line with what a buyer may have to read. */
export function EnclosedFooter() {
  const footer = useRef<HTMLElement>(null);
  useShellPart('footer', footer);
  return (
    <footer className={styles.footer} ref={footer}>
      <nav aria-label="Legal">
        <ul className={styles.links}>
          {LINKS.map(({ label, href }) => (
            <li key={href}>
              <Link to={href}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
