import { useId, type ReactNode } from 'react';
import styles from './Panel.module.css';

interface PanelProps {
  readonly title?: string;
  /** Beside the title: at most one. */
  readonly action?: ReactNode;
  /** Without space at the sides, for tables. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A part of a page that stands and fails alone. */
export function Panel({ title, action, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} {...(title === undefined ? {} : { 'aria-labelledby': id })}>
      {title !== undefined && (
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {action}
        </div>
      )}
      <div className={flush ? undefined : styles.body}>{children}</div>
    </section>
  );
}
