import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon';
import styles from './Note.module.css';

interface NoteProps {
  readonly tone?: 'info' | 'ok' | 'error' | 'warn';
  /** Overrides the tone's icon. */
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

const icons = { info: Info, ok: CircleCheck, error: CircleAlert, warn: CircleAlert };

/** A boxed message beside a form; an error is announced. */
export function Note({ tone = 'info', icon = icons[tone], children }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      <Icon icon={icon} />
      <div>{children}</div>
    </div>
  );
}
