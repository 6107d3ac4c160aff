import { useId, type ComponentProps } from 'react';
import styles from '../Field/Field.module.css';
import { getDescriptionProps, FieldFrame, type FieldLabels } from '../Field/FieldFrame';

type TextAreaProps = FieldLabels & ComponentProps<'textarea'>;

export function TextArea({
  label,
  error,
  hint,
  optional = false,
  id: givenId,
  className,
  required,
  ...rest
}: TextAreaProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const fieldProps = { label, error, optional, ...(hint ? { hint } : {}) };
  return (
    <FieldFrame {...fieldProps} id={id} required={required} className={className}>
      <textarea
        {...rest}
        id={id}
        className={styles.input}
        aria-required={required}
        {...getDescriptionProps(id, fieldProps)}
      />
    </FieldFrame>
  );
}
