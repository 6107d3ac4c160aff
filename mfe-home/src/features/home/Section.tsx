import { Wrap } from '@shop/shared/design-system/Wrap';
import type { ReactNode } from 'react';
import styles from './Section.module.css';

/** A block of the home page at the storefront's own rhythm. */
export function Section({ label, band = false, children }: { readonly label: string; readonly band?: boolean; readonly children: ReactNode }) {
  return (
    <section className={styles.section} data-band={band} aria-label={label}>
      <Wrap>{children}</Wrap>
    </section>
  );
}
