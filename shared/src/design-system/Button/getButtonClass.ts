import styles from './Button.module.css';

export interface ButtonLook {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'accent' | 'card';
  readonly size?: 'lg' | 'md' | 'sm';
  readonly block?: boolean;
}

/** Returns the class names of a button, for Button and ButtonLink. */
export const getButtonClass = (
  { variant = 'primary', size = 'lg', block = false }: ButtonLook,
  extra?: string,
): string =>
  [styles['button'], styles[variant], styles[size], block ? styles['block'] : '', extra].filter(Boolean).join(' ');
