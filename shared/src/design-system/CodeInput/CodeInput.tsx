import { useId, useState, type ClipboardEvent } from 'react';
import { cleanCode } from '@shop/contracts/cleanPasted';
import { getDescriptionProps, FieldFrame } from '../Field/FieldFrame';
import styles from './CodeInput.module.css';

interface CodeInputProps {
  readonly label: string;
  readonly length: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

const tidy = (text: string): string => cleanCode(text).replace(/\s/g, '');

/**
 * One-time code field. It is a single input, so that typing, deleting, pasting and autofill work; the slots are only
 * drawn.
 */
export function CodeInput({ label, length, value, onChange, error }: CodeInputProps) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const remaining = length - value.length;
  const hint =
    remaining === 0 ? 'The code is complete' : `${remaining} ${remaining === 1 ? 'character' : 'characters'} left`;
  const fieldProps = { label, error, hint };

  const setCode = (text: string): void => onChange(tidy(text).slice(0, length));
  /** A copied code may contain spaces; `maxLength` would cut it before they are removed. */
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault();
    setCode(event.clipboardData.getData('text'));
  };

  return (
    <FieldFrame {...fieldProps} id={id}>
      <div className={styles.code}>
        <input
          id={id}
          value={value}
          onChange={(event) => setCode(event.target.value)}
          onPaste={handlePaste}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          maxLength={length}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...getDescriptionProps(id, fieldProps)}
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
