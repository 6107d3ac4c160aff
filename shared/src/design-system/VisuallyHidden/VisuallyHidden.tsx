import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text for screen readers only. */
export function VisuallyHidden({
  as: Element = 'span',
  children,
}: {
  readonly as?: 'span' | 'h1';
  readonly children: ReactNode;
}) {
  return <Element className={styles.hidden}>{children}</Element>;
}
