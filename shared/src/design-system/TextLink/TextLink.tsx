import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon';
import styles from './TextLink.module.css';

/** A link that stands alone, with an arrow. */
export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link className={styles.link} to={to}>
      <span>{children}</span>
      <Icon icon={ArrowRight} />
    </Link>
  );
}
