import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon';
import styles from '../Panel/Panel.module.css';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly headingLevel?: 1 | 2;
  /** A single action. */
  readonly children?: ReactNode;
}

export function EmptyState({ icon, title, text, headingLevel = 2, children }: EmptyStateProps) {
  const Heading: 'h1' | 'h2' = `h${headingLevel}`;
  return (
    <div className={styles.panel}>
      <div className={styles.icon}>
        <Icon icon={icon} />
      </div>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
