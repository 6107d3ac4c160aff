import type { ReactNode } from 'react';
import styles from './PostGrid.module.css';

export function PostGrid({ busy = false, children }: { readonly busy?: boolean; readonly children: ReactNode }) {
  return (
    <div className={styles.posts} aria-busy={busy}>
      {children}
    </div>
  );
}
