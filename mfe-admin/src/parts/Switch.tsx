import { useId } from 'react';
import styles from './Switch.module.css';

interface SwitchProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Something that is on or off. It takes effect with the form that it is in. */
export function Switch({ name, label, hint, error, checked, onChange }: SwitchProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.switch}>
      <input
        id={id}
        name={name}
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        aria-invalid={error !== undefined || undefined}
        {...(note === undefined ? {} : { 'aria-describedby': `${id}-note` })}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {note !== undefined && (
        <span id={`${id}-note`} className={error === undefined ? styles.hint : styles.error} role={error && 'alert'}>
          {note}
        </span>
      )}
    </div>
  );
}
