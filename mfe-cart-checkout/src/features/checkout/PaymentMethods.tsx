import type { PaymentMethod } from '@shop/shared/contracts';
import { Radio } from '@shop/shared/design-system/Checkbox';
import { useId } from 'react';
import styles from './PaymentMethods.module.css';

interface PaymentOption {
  readonly method: PaymentMethod;
  readonly label: string;
  readonly text: string;
  readonly disabled?: boolean;
}

const OPTIONS: readonly PaymentOption[] = [
  { method: 'bank', label: 'Direct bank transfer', text: 'Pay straight into our bank account, with your order number as the reference.' },
  { method: 'global', label: 'Global payment', text: 'Online payment is not available yet.', disabled: true },
  { method: 'cash', label: 'Cash on delivery', text: 'Pay in cash when your order arrives.' },
];

interface PaymentMethodsProps {
  readonly selected: PaymentMethod;
  readonly onSelect: (method: PaymentMethod) => void;
}

/** SPEC 4: bank (default), global, cash. */
export function PaymentMethods({ selected, onSelect }: PaymentMethodsProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>Payment method</legend>
      <div className={styles.methods}>
        {OPTIONS.map(({ method, label, text, disabled = false }) => (
          <div key={method}>
            <Radio
              name={name}
              label={label}
              checked={method === selected}
              disabled={disabled}
              aria-describedby={`${name}-${method}`}
              onChange={() => onSelect(method)}
            />
            <p id={`${name}-${method}`} className={styles.text} hidden={method !== selected && !disabled}>
              {text}
            </p>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
