import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon';
import styles from './Field.module.css';

export interface FieldLabels {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly optional?: boolean;
}

interface FieldFrameProps extends FieldLabels {
  readonly id: string;
  readonly required?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const getHintId = (id: string): string => `${id}-hint`;
export const getErrorId = (id: string): string => `${id}-error`;

/** Returns the attributes that associate a control with its hint and error. */
export const getDescriptionProps = (
  id: string,
  { error, hint }: FieldLabels,
): { 'aria-invalid'?: true; 'aria-describedby'?: string } => {
  const ids = [hint ? getHintId(id) : '', error ? getErrorId(id) : ''].filter(Boolean).join(' ');
  return { ...(error ? { 'aria-invalid': true } : {}), ...(ids ? { 'aria-describedby': ids } : {}) };
};

/** Label above the control, hint and error below it. */
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
        <p id={getHintId(id)} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={getErrorId(id)} className={styles.error} role="alert">
          <Icon icon={CircleAlert} />
          {error}
        </p>
      )}
    </div>
  );
}
