import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import styles from '../Field/Field.module.css';
import { getDescriptionProps, FieldFrame, type FieldLabels } from '../Field/FieldFrame';
import { Icon } from '../Icon/Icon';

type SelectProps = FieldLabels & ComponentProps<'select'>;

/** A native select in the shop's style. Options are its children. */
export function Select({
  label,
  error,
  hint,
  optional = false,
  id: givenId,
  className,
  required,
  children,
  ...rest
}: SelectProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const fieldProps = { label, error, optional, ...(hint ? { hint } : {}) };
  return (
    <FieldFrame {...fieldProps} id={id} required={required} className={className}>
      <span className={styles.select}>
        <select
          {...rest}
          id={id}
          className={styles.input}
          aria-required={required}
          {...getDescriptionProps(id, fieldProps)}
        >
          {children}
        </select>
        <Icon icon={ChevronDown} />
      </span>
    </FieldFrame>
  );
}
