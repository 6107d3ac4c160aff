import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './Button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: 'primary' | 'quiet' | 'danger';
  readonly icon?: LucideIcon;
  /** Key that does the same. */
  readonly shortcut?: string;
  /** While its action runs: what it does then, such as "Saving". */
  readonly busy?: string | false;
  readonly block?: boolean;
}

/** A verb. It stays focusable while it is busy, so that the focus is not lost. */
export function Button({
  tone,
  icon: Icon,
  shortcut,
  busy = false,
  block = false,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const className = [styles.button, tone && styles[tone], block && styles.block].filter(Boolean).join(' ');
  return (
    <button
      {...rest}
      type={type}
      className={className}
      aria-disabled={busy !== false || rest.disabled || undefined}
      onClick={(event) => (busy === false ? onClick?.(event) : event.preventDefault())}
    >
      {Icon && <Icon aria-hidden />}
      {busy === false ? children : `${busy} …`}
      {shortcut !== undefined && <kbd aria-hidden>{shortcut}</kbd>}
    </button>
  );
}

interface ButtonLinkProps extends LinkProps, Pick<ButtonProps, 'tone' | 'icon' | 'shortcut'> {}

/** A link that looks like a button: it leads to a page. */
export function ButtonLink({ tone, icon: Icon, shortcut, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} className={[styles.button, tone && styles[tone]].filter(Boolean).join(' ')}>
      {Icon && <Icon aria-hidden />}
      {children}
      {shortcut !== undefined && <kbd aria-hidden>{shortcut}</kbd>}
    </Link>
  );
}
