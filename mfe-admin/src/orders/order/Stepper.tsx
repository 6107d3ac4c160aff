import { Minus, Plus } from 'lucide-react';
import styles from './Stepper.module.css';

interface StepperProps {
  /** Of what, for who does not see it. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** How a number is said: "2", or "500 g". */
  readonly describe: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** How many pieces, from none to all. */
export function Stepper({ label, value, max, describe, onChange }: StepperProps) {
  const step = (by: 1 | -1): void => {
    const next = value + by;
    if (next >= 0 && next <= max) onChange(next);
  };
  return (
    <span className={styles.stepper} role="group" aria-label={label}>
      <button
        type="button"
        aria-label={`Less: ${label}`}
        aria-disabled={value <= 0 || undefined}
        onClick={() => step(-1)}
      >
        <Minus aria-hidden />
      </button>
      <output>
        {describe(value)} of {describe(max)}
      </output>
      <button
        type="button"
        aria-label={`More: ${label}`}
        aria-disabled={value >= max || undefined}
        onClick={() => step(1)}
      >
        <Plus aria-hidden />
      </button>
    </span>
  );
}
