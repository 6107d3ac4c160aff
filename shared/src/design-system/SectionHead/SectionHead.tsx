import type { ReactNode } from 'react';
import styles from './SectionHead.module.css';

interface SectionHeadProps {
  readonly id?: string;
  readonly title: string;
  readonly label?: string;
  /** Content at the end of the line: a link, or arrows. */
  readonly children?: ReactNode;
}

export function SectionHead({ id, title, label, children }: SectionHeadProps) {
  const heading = (
    <h2 id={id} className={styles.title}>
      {title}
    </h2>
  );
  return (
    <div className={styles.head}>
      {label ? (
        <div className={styles.titles}>
          <p className={styles.label}>{label}</p>
          {heading}
        </div>
      ) : (
        heading
      )}
      {children}
    </div>
  );
}
