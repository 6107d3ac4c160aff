import { Skeleton } from '@shop/shared/design-system/Skeleton';
import styles from './PageSkeleton.module.css';

interface PageSkeletonProps {
  readonly shape?: 'box' | 'rows' | 'form';
}

/** Placeholder for a page. */
export function PageSkeleton({ shape = 'box' }: PageSkeletonProps) {
  return (
    <div className={styles.page} aria-busy="true">
      <Skeleton shape="text" />
      <Skeleton shape={shape} />
    </div>
  );
}
