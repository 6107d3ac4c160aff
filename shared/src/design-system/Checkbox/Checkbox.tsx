import type { ComponentProps, ReactNode } from 'react';
import styles from './Checkbox.module.css';

type CheckProps = {
  readonly label: ReactNode;
  /** Shown at the end of the line, such as a count. */ readonly note?: ReactNode;
} & Omit<ComponentProps<'input'>, 'type'>;

/** A checkbox whose whole row is clickable. */
export function Checkbox({ label, note, className, ...rest }: CheckProps) {
  return (
    <label className={className ? `${styles['check']} ${className}` : styles.check}>
      <input {...rest} type="checkbox" />
      <span>{label}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </label>
  );
}

/** A radio button whose whole row is clickable. */
export function Radio({ label, note, className, ...rest }: CheckProps) {
  return (
    <label className={className ? `${styles['check']} ${className}` : styles.check}>
      <input {...rest} type="radio" />
      <span>{label}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </label>
  );
}
