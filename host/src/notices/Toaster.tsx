import { Toast } from '@shop/shared/design-system/Toast';
import { noticeDismissed, selectNotices, useAppDispatch, useAppSelector, type Notice } from '@shop/shared/state';
import { useRef } from 'react';
import { useShellPart } from '../watch/shellParts';
import styles from './Toaster.module.css';

/** Shows notices of `notify`. Both live regions exist from the start, so that each text is announced once. */
export function Toaster({
  place = 'corner',
}: {
  /** In the corner of the window, or above the content of a short page. */ readonly place?: 'corner' | 'top';
}) {
  const element = useRef<HTMLDivElement>(null);
  useShellPart('notices', element);
  const notices = useAppSelector(selectNotices);
  const dispatch = useAppDispatch();
  const dismiss = ({ id }: Notice): void => void dispatch(noticeDismissed(id));
  const undo = (notice: Notice): void => {
    if (notice.undo) dispatch(notice.undo);
    dismiss(notice);
  };
  const renderToasts = (kind: 'status' | 'alert') =>
    notices
      .filter((notice) => notice.kind === kind)
      .map((notice) => (
        <div key={notice.id} className={styles.notice} data-newest={notice === notices.at(-1)}>
          <Toast notice={notice} onDismiss={() => dismiss(notice)} onUndo={notice.undo && (() => undo(notice))} />
        </div>
      ));

  return (
    <div className={styles[place]} ref={element}>
      <div role="alert">{renderToasts('alert')}</div>
      <div role="status">{renderToasts('status')}</div>
    </div>
  );
}
