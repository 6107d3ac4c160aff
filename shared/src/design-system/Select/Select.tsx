import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import styles from '../Field/Field.module.css';
import { describedBy, FieldFrame, type FieldLabelling } from '../Field/FieldFrame';
import { Icon } from '../Icon/Icon';

type SelectProps = FieldLabelling & ComponentProps<'select'>;

/** The browser's own select with the shop's look. Options are its children. */
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
  const labelling = { label, error, optional, ...(hint ? { hint } : {}) };
  return (
    <FieldFrame {...labelling} id={id} required={required} className={className}>
      <span className={styles.select}>
        <select {...rest} id={id} className={styles.input} aria-required={required} {...describedBy(id, labelling)}>
          {children}
        </select>
        <Icon icon={ChevronDown} />
      </span>
    </FieldFrame>
  );
}
