import type { ReactNode } from 'react';
import styles from './ProductGrid.module.css';

interface ProductGridProps {
  readonly children: ReactNode;
  /**
   * `listing` is next to filters, `home` spans the page, `rail` scrolls sideways on phones and is a row of five
   * otherwise.
   */
  readonly layout?: 'listing' | 'home' | 'rail';
  readonly busy?: boolean;
}

export function ProductGrid({ children, layout = 'listing', busy = false }: ProductGridProps) {
  return (
    <div className={styles.grid} data-layout={layout} aria-busy={busy}>
      {children}
    </div>
  );
}
