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
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        {label && <p className={styles.label}>{label}</p>}
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      </div>
      {children}
    </div>
  );
}
