import styles from './IconButton.module.css';

const MAX_SHOWN = 99;

/** Number on an icon: hidden at 0, "99+" above 99. The control's name contains it, too. */
export function CountBadge({ count }: { readonly count: number }) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} aria-hidden="true">
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  );
}
