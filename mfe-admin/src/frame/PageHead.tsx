import type { ReactNode } from 'react';
import styles from './PageHead.module.css';

interface PageHeadProps {
  readonly title: string;
  readonly text?: string;
  /** At most one filled button. */
  readonly children?: ReactNode;
}

/** The heading of a page with its actions; also its title in the browser. */
export function PageHead({ title, text, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <title>{`${title} · Back office`}</title>
      <div className={styles.text}>
        <h1 tabIndex={-1}>{title}</h1>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children}
    </div>
  );
}
