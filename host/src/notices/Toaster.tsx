import { Toast } from '@shop/shared/design-system/Toast';
import { noticeDismissed, selectNotices, useAppDispatch, useAppSelector } from '@shop/shared/state';
import styles from './Toaster.module.css';

/** Shows what `notify` says. Two live regions stand in the page from the start, so that each text is announced once. */
export function Toaster() {
  const notices = useAppSelector(selectNotices);
  const dispatch = useAppDispatch();
  const show = (kind: 'status' | 'alert') =>
    notices
      .filter((notice) => notice.kind === kind)
      .map((notice) => <Toast key={notice.id} notice={notice} onDismiss={() => dispatch(noticeDismissed(notice.id))} />);

  return (
    <div className={styles.toaster}>
      <div role="alert">{show('alert')}</div>
      <div role="status">{show('status')}</div>
    </div>
  );
}
