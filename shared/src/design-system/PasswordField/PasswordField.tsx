import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps } from 'react';
import fieldStyles from '../Field/Field.module.css';
import { getDescriptionProps, FieldFrame, type FieldLabels } from '../Field/FieldFrame';
import { Icon } from '../Icon/Icon';
import { IconButton } from '../IconButton/IconButton';
import styles from './PasswordField.module.css';

type PasswordFieldProps = FieldLabels & Omit<ComponentProps<'input'>, 'type'>;

/** Password field with a button that shows the password. Toggling keeps the text and the caret position. */
export function PasswordField({
  label,
  error,
  hint,
  optional = false,
  id: givenId,
  className,
  required,
  ...rest
}: PasswordFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const [shown, setShown] = useState(false);
  const fieldProps = { label, error, optional, ...(hint ? { hint } : {}) };
  return (
    <FieldFrame {...fieldProps} id={id} required={required} className={className}>
      <span className={styles.affix}>
        <input
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${fieldStyles['input']} ${styles['input']}`}
          aria-required={required}
          {...getDescriptionProps(id, fieldProps)}
        />
        <IconButton
          className={styles.eye}
          label="Show password"
          aria-pressed={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <Icon icon={shown ? EyeOff : Eye} />
        </IconButton>
      </span>
    </FieldFrame>
  );
}
