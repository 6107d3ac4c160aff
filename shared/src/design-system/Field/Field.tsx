import { useId, type ComponentProps } from 'react';
import styles from './Field.module.css';
import { getDescriptionProps, FieldFrame, type FieldLabels } from './FieldFrame';

type FieldProps = FieldLabels & ComponentProps<'input'>;

/** A one-line text field with its label, hint and error. */
export function Field({ label, error, hint, optional = false, id: givenId, className, required, ...rest }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const fieldProps = { label, error, optional, ...(hint ? { hint } : {}) };
  return (
    <FieldFrame {...fieldProps} id={id} required={required} className={className}>
      <input
        {...rest}
        id={id}
        className={styles.input}
        aria-required={required}
        {...getDescriptionProps(id, fieldProps)}
      />
    </FieldFrame>
  );
}
