import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon';
import styles from './TextLink.module.css';

interface TextLinkProps {
  readonly to: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A link that stands alone, with an arrow. */
export function TextLink({ to, onClick, children }: TextLinkProps) {
  return (
    <Link className={styles.link} to={to} onClick={onClick}>
      <span>{children}</span>
      <Icon icon={ArrowRight} />
    </Link>
  );
}
