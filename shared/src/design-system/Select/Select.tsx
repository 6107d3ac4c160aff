import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from '../Field/Field.module.css';
import { FieldFrame, type FieldLabels } from '../Field/FieldFrame';
import { useField } from '../Field/useField';
import { Icon } from '../Icon/Icon';

/** A native select in the shop's style. Options are its children. */
export function Select(props: FieldLabels & ComponentProps<'select'>) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <span className={styles.select}>
        <select {...control} className={styles.input} />
        <Icon icon={ChevronDown} />
      </span>
    </FieldFrame>
  );
}
