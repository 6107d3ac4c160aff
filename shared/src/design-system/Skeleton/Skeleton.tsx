import styles from './Skeleton.module.css';

interface SkeletonProps {
  readonly shape?: 'text' | 'box' | 'card' | 'circle';
}

/** The box of something that is on its way. Its container says `aria-busy`. */
export function Skeleton({ shape = 'text' }: SkeletonProps) {
  return <div className={styles.skeleton} data-shape={shape} aria-hidden="true" />;
}

/** A page that is on its way and is taller than a window: its footer is not seen before it is where it stays. */
export function PageSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <Skeleton shape="box" />
    </div>
  );
}
