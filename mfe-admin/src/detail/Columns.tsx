import type { ReactNode } from 'react';
import styles from './Columns.module.css';

interface ColumnsProps {
  /** Panels of the work. */
  readonly children: ReactNode;
  /** Panels of whom and what it is about; below the others where there is no room. */
  readonly side: ReactNode;
}

/** The page of one thing: its panels in two columns. */
export function Columns({ children, side }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>{children}</div>
      <div className={styles.stack}>{side}</div>
    </div>
  );
}
