import { ChevronDown } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import type { ReactNode } from 'react';
import styles from './FilterGroup.module.css';

export function FilterGroup({
  title,
  open = true,
  children,
}: {
  readonly title: string;
  readonly open?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <details className={styles.group} open={open}>
      <summary>
        {title}
        <Icon icon={ChevronDown} />
      </summary>
      <div className={styles.content} role="group" aria-label={title}>
        {children}
      </div>
    </details>
  );
}
