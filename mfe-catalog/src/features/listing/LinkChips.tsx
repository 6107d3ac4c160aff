import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './LinkChips.module.css';

interface LinkChipsProps {
  readonly title: string;
  /** Shows the title above the centered links. */
  readonly hasHeading?: boolean;
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly children?: ReactNode;
}

export function LinkChips({ title, hasHeading = false, links, children }: LinkChipsProps) {
  return (
    <nav className={styles.chips} aria-label={title} data-centered={hasHeading}>
      {hasHeading && <h3>{title}</h3>}
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <Link to={href}>{label}</Link>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  );
}
