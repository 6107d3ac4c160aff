import type { ReactNode } from 'react';
import styles from './Wrap.module.css';

/** The page's column, which aligns all content. */
export function Wrap({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return <div className={className ? `${styles['wrap']} ${className}` : styles.wrap}>{children}</div>;
}
