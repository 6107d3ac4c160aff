import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import fieldStyles from '../Field/Field.module.css';
import { FieldFrame, type FieldLabels } from '../Field/FieldFrame';
import { useField } from '../Field/useField';
import { Icon } from '../Icon/Icon';
import { IconButton } from '../IconButton/IconButton';
import styles from './PasswordField.module.css';

/** Password field with a button that shows the password. Toggling keeps the text and the caret position. */
export function PasswordField(props: FieldLabels & Omit<ComponentProps<'input'>, 'type'>) {
  const { frame, control } = useField(props);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...frame}>
      <span className={styles.affix}>
        <input
          {...control}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${fieldStyles['input']} ${styles['input']}`}
        />
        <IconButton
          className={styles.eye}
          label="Show password"
          aria-pressed={shown}
          aria-controls={frame.id}
          onClick={() => setShown(!shown)}
        >
          <Icon icon={shown ? EyeOff : Eye} />
        </IconButton>
      </span>
    </FieldFrame>
  );
}
