import type { ReactNode } from 'react';
import styles from './PageHead.module.css';

interface PageHeadProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Beside the title: what state it is in. */
  readonly chips?: ReactNode;
  /** At most one filled button. */
  readonly children?: ReactNode;
}

/** The heading of a page with its actions; also its title in the browser. */
export function PageHead({ title, text, chips, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <title>{`${title} · Back office`}</title>
      <div className={styles.text}>
        <div className={styles.title}>
          <h1 tabIndex={-1}>{title}</h1>
          {chips}
        </div>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children}
    </div>
  );
}
