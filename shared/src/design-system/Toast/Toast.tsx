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
  /** Takes back what the notice tells of. */
  readonly onUndo?: (() => void) | undefined;
}

const LEAVES_AFTER_MS = 6_000;

/**
 * A status leaves after six seconds, unless pointed at or focused; an alert stays until dismissed. It never takes
 * focus.
 */
export function Toast({ notice, onDismiss, onUndo }: ToastProps) {
  const [held, setHeld] = useState(false);
  const isAlert = notice.kind === 'alert';

  useEffect(() => {
    if (held || isAlert) return undefined;
    const timer = setTimeout(onDismiss, LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
    // The timer belongs to the toast, not to the identity of its callback.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [held, isAlert]);

  return (
    <div
      className={styles.toast}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
