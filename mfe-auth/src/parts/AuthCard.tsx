import { PageMeta } from '@shop/shared/connected/PageMeta';
import type { ReactNode } from 'react';
import styles from './AuthCard.module.css';

interface AuthCardProps {
  readonly title: string;
  /** Text under the title. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A card with one task, for the plain centered layout. */
export function AuthCard({ title, lead, children }: AuthCardProps) {
  return (
    <div className={styles.card}>
      <PageMeta title={title} noIndex />
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
