import { useId, useState, type ClipboardEvent } from 'react';
import { describedBy, FieldFrame } from '../Field/FieldFrame';
import styles from './CodeInput.module.css';

interface CodeInputProps {
  readonly label: string;
  readonly length: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');

/**
 * A one-time code: ONE input, so that typing, deleting, pasting and filling in by the phone work; the slots behind it
 * are drawn.
 */
export function CodeInput({ label, length, value, onChange, error }: CodeInputProps) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const left = length - value.length;
  const hint = left === 0 ? 'The code is complete' : `${left} ${left === 1 ? 'character' : 'characters'} left`;
  const labelling = { label, error, hint };

  const enter = (text: string): void => onChange(withoutSpaces(text).slice(0, length));
  /** A code copied with spaces in it is longer than the field: the browser would cut it before they are taken out. */
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault();
    enter(event.clipboardData.getData('text'));
  };

  return (
    <FieldFrame {...labelling} id={id}>
      <div className={styles.code}>
        <input
          id={id}
          value={value}
          onChange={(event) => enter(event.target.value)}
          onPaste={paste}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          maxLength={length}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...describedBy(id, labelling)}
        />
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            className={styles.slot}
            data-current={focused && index === Math.min(value.length, length - 1)}
            data-empty={index >= value.length}
            aria-hidden="true"
          >
            {value[index]}
          </span>
        ))}
      </div>
    </FieldFrame>
  );
}
