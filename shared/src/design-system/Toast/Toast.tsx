import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon';
import { IconButton } from '../IconButton/IconButton';
import styles from './Toast.module.css';

interface ToastProps {
  readonly notice: {
    readonly kind: 'status' | 'alert';
    readonly text: string;
    readonly link?: { readonly label: string; readonly href: string };
  };
  readonly onDismiss: () => void;
  /** Undoes the reported action. */
  readonly onUndo?: (() => void) | undefined;
}

const DURATION_MS = 6_000;

/**
 * A status disappears after six seconds unless hovered or focused; an alert stays until dismissed. Toasts never take
 * focus.
 */
export function Toast({ notice, onDismiss, onUndo }: ToastProps) {
  const [isPaused, setIsPaused] = useState(false);
  const isAlert = notice.kind === 'alert';

  useEffect(() => {
    if (isPaused || isAlert) return undefined;
    const timer = setTimeout(onDismiss, DURATION_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new callback must not restart the timer
  }, [isPaused, isAlert]);

  return (
    <div
      className={styles.toast}
      data-kind={notice.kind}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon icon={isAlert ? CircleAlert : Check} />
      <span className={styles.text}>{notice.text}</span>
      {notice.link && (
        <Link to={notice.link.href} className={styles.link} onClick={onDismiss}>
          {notice.link.label}
        </Link>
      )}
      {onUndo && (
        <button type="button" className={styles.link} onClick={onUndo}>
          Undo
        </button>
      )}
      <IconButton label="Dismiss" onClick={onDismiss} className={styles.dismiss}>
        <Icon icon={X} />
      </IconButton>
    </div>
  );
}
