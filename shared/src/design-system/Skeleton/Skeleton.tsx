import styles from './Skeleton.module.css';

interface SkeletonProps {
  readonly shape?: 'text' | 'box' | 'card' | 'circle' | 'rows' | 'form';
}

/** Placeholder for loading content. Set `aria-busy` on its container. */
export function Skeleton({ shape = 'text' }: SkeletonProps) {
  return <div className={styles.skeleton} data-shape={shape} aria-hidden="true" />;
}

/** Placeholder for a loading page. It is taller than the window, so that the footer does not jump. */
export function PageSkeleton({ shape = 'box' }: SkeletonProps) {
  return (
    <div className={styles.page} aria-busy="true">
      <Skeleton shape={shape} />
    </div>
  );
}
