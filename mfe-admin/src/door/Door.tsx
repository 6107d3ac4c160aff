import type { ReactNode } from 'react';
import tokens from '../parts/admin.module.css';
import styles from './Door.module.css';

/** The one box before the back office. */
export function Door({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={`${tokens.admin} ${styles.door}`}>
      <title>{`${title} · Back office`}</title>
      <main id="main" tabIndex={-1} className={styles.box}>
        <p className={styles.name}>Back office</p>
        <section className={styles.panel}>
          <h1>{title}</h1>
          <p className={styles.text}>{text}</p>
          {children}
        </section>
      </main>
    </div>
  );
}
