import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon';
import styles from './Field.module.css';

export interface FieldLabelling {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly optional?: boolean;
}

interface FieldFrameProps extends FieldLabelling {
  readonly id: string;
  readonly required?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const hintId = (id: string): string => `${id}-hint`;
export const errorId = (id: string): string => `${id}-error`;

/** Attributes that tie a control to its hint and its error. */
export const describedBy = (
  id: string,
  { error, hint }: FieldLabelling,
): { 'aria-invalid'?: true; 'aria-describedby'?: string } => {
  const ids = [hint ? hintId(id) : '', error ? errorId(id) : ''].filter(Boolean).join(' ');
  return { ...(error ? { 'aria-invalid': true } : {}), ...(ids ? { 'aria-describedby': ids } : {}) };
};

/** Label above, hint and error below: the same around every kind of control. */
export function FieldFrame({ id, label, error, hint, optional, required, className, children }: FieldFrameProps) {
  return (
    <div className={className ? `${styles['field']} ${className}` : styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            {' *'}
          </span>
        )}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children}
      {hint && (
        <p id={hintId(id)} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId(id)} className={styles.error} role="alert">
          <Icon icon={CircleAlert} />
          {error}
        </p>
      )}
    </div>
  );
}
