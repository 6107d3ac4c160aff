import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../Icon/Icon';
import styles from './TextLink.module.css';

interface TextLinkProps {
  readonly to: string;
  readonly onClick?: () => void;
  /** A link back: the arrow comes first. */
  readonly back?: boolean;
  readonly children: ReactNode;
}

/** A standalone link with an arrow. */
export function TextLink({ to, onClick, back = false, children }: TextLinkProps) {
  return (
    <Link className={styles.link} to={to} onClick={onClick}>
      {back && <Icon icon={ArrowLeft} />}
      <span>{children}</span>
      {!back && <Icon icon={ArrowRight} />}
    </Link>
  );
}
