import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Chip.module.css';

interface ChipProps {
  readonly icon: LucideIcon;
  /** Gray is done, blue moves, amber waits for somebody, green is live, red is broken; a line has never begun. */
  readonly tone?: 'wait' | 'move' | 'live' | 'bad' | 'line' | undefined;
  readonly children: ReactNode;
}

/** A state: an icon and a word. */
export function Chip({ icon: Icon, tone, children }: ChipProps) {
  return (
    <span className={[styles.chip, tone && styles[tone]].filter(Boolean).join(' ')}>
      <Icon aria-hidden />
      {children}
    </span>
  );
}
