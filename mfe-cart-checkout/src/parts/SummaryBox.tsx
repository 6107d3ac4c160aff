import { useId, type ReactNode } from 'react';
import styles from './SummaryBox.module.css';

interface SummaryBoxProps {
  readonly title?: string;
  /** `caps` for CART TOTALS, `display` for 'Your order'. */
  readonly look?: 'caps' | 'display';
  /** Sticky beside long content. */
  readonly sticky?: boolean;
  readonly children: ReactNode;
}

/** The totals box beside cart, checkout and order. */
export function SummaryBox({ title, look = 'display', sticky = false, children }: SummaryBoxProps) {
  const id = useId();
  return (
    <section className={styles.box} data-sticky={sticky} aria-labelledby={title && id}>
      {title && (
        <h2 id={id} className={styles.title} data-look={look}>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}

/** Small centered text below the totals. */
export function SummaryHint({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <p {...(id === undefined ? {} : { id })} className={styles.hint}>
      {children}
    </p>
  );
}
