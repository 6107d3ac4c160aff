import { Wrap } from '@shop/shared/design-system/Wrap';
import type { ReactNode } from 'react';
import styles from './PromoPair.module.css';

/** One promo across the page, or two side by side. */
export function PromoPair({ band = false, children }: { readonly band?: boolean; readonly children: ReactNode }) {
  return (
    <div className={styles.pair} data-band={band}>
      <Wrap className={styles.wrap}>{children}</Wrap>
    </div>
  );
}
