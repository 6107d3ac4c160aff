import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type FieldLabels } from './FieldFrame';
import { useField } from './useField';

/** A one-line text field with its label, hint and error. */
export function Field(props: FieldLabels & ComponentProps<'input'>) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input {...control} className={styles.input} />
    </FieldFrame>
  );
}
