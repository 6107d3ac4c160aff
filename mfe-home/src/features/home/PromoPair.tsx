import { Wrap } from '@shop/shared/design-system/Wrap';
import type { ReactNode } from 'react';
import styles from './PromoPair.module.css';

/** Two promos side by side. */
export function PromoPair({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className={styles.pair} data-below aria-label={label}>
      <Wrap className={styles.wrap}>{children}</Wrap>
    </section>
  );
}
