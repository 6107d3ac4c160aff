import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text for who listens to the page. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
