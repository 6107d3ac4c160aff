import type { ReactNode } from 'react';
import styles from './Badge.module.css';

interface BadgeProps {
  readonly tone?: 'default' | 'sale' | 'fresh' | 'ok' | 'warn' | 'info' | 'off';
  readonly children: ReactNode;
}

export function Badge({ tone = 'default', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
