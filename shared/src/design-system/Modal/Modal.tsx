import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useModalDialog } from '../Drawer/useModalDialog';
import { Icon } from '../Icon/Icon';
import { IconButton } from '../IconButton/IconButton';
import styles from './Modal.module.css';

interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Accessible name: "Quick view". */
  readonly label: string;
  readonly children: ReactNode;
}

/** A panel over the page: closes by X, Esc or the scrim; focus returns to what opened it. */
export function Modal({ open, onClose, label, children }: ModalProps) {
  const { ref, onScrimClick } = useModalDialog(open, onClose);
  return (
    <dialog ref={ref} className={styles.modal} aria-label={label} onClose={onClose} onClick={onScrimClick}>
      {open && (
        <div className={styles.panel}>
          <IconButton className={styles.close} label={`Close ${label.toLowerCase()}`} onClick={onClose}>
            <Icon icon={X} />
          </IconButton>
          {children}
        </div>
      )}
    </dialog>
  );
}
