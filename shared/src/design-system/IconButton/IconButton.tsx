import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CountBadge } from './CountBadge';
import styles from './IconButton.module.css';

interface IconControl {
  /** Accessible name. Include the object, e.g. "Remove Halo Diamond Ring". */
  readonly label: string;
  readonly count?: number;
  readonly variant?: 'plain' | 'line';
  readonly children: ReactNode;
}

const getControlClass = (variant: 'plain' | 'line', extra: string | undefined): string =>
  [styles['control'], styles[variant], extra].filter(Boolean).join(' ');

export function IconButton({
  label,
  count = 0,
  variant = 'plain',
  className,
  children,
  ...rest
}: IconControl & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={getControlClass(variant, className)} aria-label={label}>
      {children}
      <CountBadge count={count} />
    </button>
  );
}

export function IconLink({
  label,
  count = 0,
  variant = 'plain',
  className,
  children,
  ...rest
}: IconControl & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={getControlClass(variant, className)} aria-label={label}>
      {children}
      <CountBadge count={count} />
    </Link>
  );
}
