import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Icon } from '../Icon/Icon';
import { IconButton } from '../IconButton/IconButton';
import styles from './Drawer.module.css';
import { useModalDialog } from './useModalDialog';

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Shown next to the title, such as a count. */
  readonly note?: string;
  /** `end` for the cart, `start` for menus, `bottom` for filters. */
  readonly side?: 'start' | 'end' | 'bottom';
  /** Renders the content while closed, so that the drawer opens at once. */
  readonly keepMounted?: boolean;
  /** Stays visible below the scrolling content. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A modal panel at an edge: closes by X, Esc or the scrim; focus returns to what opened it. */
export function Drawer({
  open,
  onClose,
  title,
  note,
  side = 'end',
  keepMounted = false,
  footer,
  children,
}: DrawerProps) {
  const titleId = useId();
  const { ref, onScrimClick } = useModalDialog(open, onClose);
  return (
    <dialog
      ref={ref}
      className={styles.drawer}
      data-side={side}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={onScrimClick}
    >
      {(open || keepMounted) && (
        <div className={styles.panel}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
              {note && <span className={styles.note}> {note}</span>}
            </h2>
            <IconButton label={`Close ${title.toLowerCase()}`} onClick={onClose}>
              <Icon icon={X} />
            </IconButton>
          </div>
          <div className={styles.content}>{children}</div>
          {footer && <div className={styles.foot}>{footer}</div>}
        </div>
      )}
    </dialog>
  );
}
