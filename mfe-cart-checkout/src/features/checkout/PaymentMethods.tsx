import type { PaymentMethod } from '@shop/contracts';
import { Radio } from '@shop/shared/design-system/Checkbox';
import { useAppSelector } from '@shop/shared/state';
import { useId } from 'react';
import { selectCheckout } from './checkoutSlice';
import styles from './PaymentMethods.module.css';

interface PaymentOption {
  readonly method: PaymentMethod;
  readonly label: string;
  readonly text: string;
}

const OPTIONS: readonly PaymentOption[] = [
  {
    method: 'bank',
    label: 'Direct bank transfer',
    text: 'Pay straight into our bank account, with your order number as the reference. We keep the order for 24 hours, or 7 days if you are logged in.',
  },
  {
    method: 'global',
    label: 'Global payment',
    text: 'Pay on the page of our payment provider: your card is entered there, never here.',
  },
  { method: 'cash', label: 'Cash on delivery', text: 'Pay in cash when your order arrives.' },
];
const UNAVAILABLE = 'Online payment is not available right now.';

interface PaymentMethodsProps {
  readonly selected: PaymentMethod;
  readonly onSelect: (method: PaymentMethod) => void;
}

/** product.md 7.3: bank (default), global, cash. */
export function PaymentMethods({ selected, onSelect }: PaymentMethodsProps) {
  const { unavailableMethods, fieldErrors } = useAppSelector(selectCheckout);
  const name = useId();
  const error = fieldErrors['payment_method'];
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className={styles.legend}>Payment method</legend>
      <div className={styles.methods}>
        {OPTIONS.map(({ method, label, text }) => {
          const disabled = unavailableMethods.includes(method);
          return (
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
                {disabled ? UNAVAILABLE : text}
              </p>
            </div>
          );
        })}
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
