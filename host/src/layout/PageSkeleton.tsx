import { Skeleton } from '@shop/shared/design-system/Skeleton';
import type { ReactNode } from 'react';
import styles from './PageSkeleton.module.css';

interface PageSkeletonProps {
  readonly shape?: 'box' | 'rows' | 'form';
  readonly children?: ReactNode;
}

/** Placeholder for a page, with a text above it. */
export function PageSkeleton({ shape = 'box', children }: PageSkeletonProps) {
  return (
    <div className={styles.page} aria-busy="true">
      {children}
      <Skeleton shape="text" />
      <Skeleton shape={shape} />
    </div>
  );
}
