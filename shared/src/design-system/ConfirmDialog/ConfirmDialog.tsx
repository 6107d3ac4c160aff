import { useId, type ReactNode } from 'react';
import { Button } from '../Button/Button';
import { useModalDialog } from '../Drawer/useModalDialog';
import styles from './ConfirmDialog.module.css';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  /** Verb of the action: "Delete". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** Replaces the verb while the action is running. */
  readonly busyText?: string | undefined;
}

/** Asks for confirmation of an irreversible action. Cancel comes first and has the focus. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  busyText,
}: ConfirmDialogProps) {
  const titleId = useId();
  const { ref, onScrimClick } = useModalDialog(open, onClose);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={onScrimClick}
    >
      {open && (
        <div className={styles.panel}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {children && <div className={styles.text}>{children}</div>}
          <div className={styles.actions}>
            <Button variant="secondary" size="md" onClick={onClose}>
              {cancelLabel}
            </Button>
            <Button size="md" onClick={onConfirm} busyText={busyText}>
              {confirmLabel}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  );
}
