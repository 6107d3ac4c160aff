import { selectStorefront, useAppSelector } from '@shop/shared/state';
import styles from './NoticeBar.module.css';

/** What staff tell every shopper of the storefront: that it takes no orders, or a line of their own. */
export function NoticeBar() {
  const { notice, closed } = useAppSelector(selectStorefront);
  const text = closed === undefined ? notice : `We are closed and take no orders. ${closed}`;
  if (text === undefined) return null;
  return (
    <aside className={styles.bar} aria-label="Notice" data-closed={closed !== undefined || undefined}>
      {text}
    </aside>
  );
}
