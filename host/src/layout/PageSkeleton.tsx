import { Skeleton } from '@shop/shared/design-system/Skeleton';
import type { ReactNode } from 'react';
import styles from './PageSkeleton.module.css';

/** Placeholder for a page, with a text above it. */
export function PageSkeleton({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={styles.page}>
      {children}
      <Skeleton shape="text" />
      <Skeleton shape="box" />
    </div>
  );
}
