import { Skeleton } from '@shop/shared/design-system/Skeleton';
import styles from './PageSkeleton.module.css';

/** Placeholder for a page. */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton shape="text" />
      <Skeleton shape="box" />
    </div>
  );
}
