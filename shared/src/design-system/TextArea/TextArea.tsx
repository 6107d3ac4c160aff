import type { ComponentProps } from 'react';
import styles from '../Field/Field.module.css';
import { FieldFrame, type FieldLabels } from '../Field/FieldFrame';
import { useField } from '../Field/useField';

export function TextArea(props: FieldLabels & ComponentProps<'textarea'>) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea {...control} className={styles.input} />
    </FieldFrame>
  );
}
