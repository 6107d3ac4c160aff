import { useId, type ComponentProps } from 'react';
import styles from './Field.module.css';
import { describedBy, FieldFrame, type FieldLabelling } from './FieldFrame';

type FieldProps = FieldLabelling & ComponentProps<'input'>;

/** A one-line text field with its label, hint and error. */
export function Field({ label, error, hint, optional = false, id: givenId, className, required, ...rest }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const labelling = { label, error, optional, ...(hint ? { hint } : {}) };
  return (
    <FieldFrame {...labelling} id={id} required={required} className={className}>
      <input {...rest} id={id} className={styles.input} aria-required={required} {...describedBy(id, labelling)} />
    </FieldFrame>
  );
}
