import { useId, type ComponentProps } from 'react';
import styles from '../Field/Field.module.css';
import { describedBy, FieldFrame, type FieldLabelling } from '../Field/FieldFrame';

type TextAreaProps = FieldLabelling & ComponentProps<'textarea'>;

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
  const labelling = { label, error, optional, ...(hint ? { hint } : {}) };
  return (
    <FieldFrame {...labelling} id={id} required={required} className={className}>
      <textarea {...rest} id={id} className={styles.input} aria-required={required} {...describedBy(id, labelling)} />
    </FieldFrame>
  );
}
