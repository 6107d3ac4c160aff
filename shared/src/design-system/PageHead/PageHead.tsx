import type { ReactNode } from 'react';
import styles from './PageHead.module.css';

/** The page's only h1, with an optional line below it. */
export function PageHead({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </div>
  );
}
