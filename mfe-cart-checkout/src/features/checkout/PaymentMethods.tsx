import type { PaymentMethod } from '@shop/contracts';
import { describeHeldTime } from '@shop/contracts/heldTime';
import { Radio } from '@shop/shared/design-system/Checkbox';
import { selectIsAuthenticated, useAppSelector } from '@shop/shared/state';
import { useId } from 'react';
import { selectFood } from '../../parts/foodSlice';
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
    text: 'Pay straight into our bank account, with your order number as the reference.',
  },
  {
    method: 'global',
    label: 'Global payment',
    text: 'Pay on the page of our payment provider. Your card details never reach us.',
  },
  { method: 'cash', label: 'Cash on delivery', text: 'Pay in cash when your order arrives.' },
];

/** Says until when the order is held, as the server decides it (product.md 7.6, 7.19). */
const describeDeadline = (method: PaymentMethod, isGuest: boolean, hasFood: boolean): string => {
  if (method === 'cash')
    return isGuest && hasFood
      ? 'To confirm your order, open the link in its email before the “order by” time of its delivery.'
      : '';
  const held = `We’ll hold your order for ${describeHeldTime(method, isGuest)}`;
  return hasFood ? `${held} at most, and not beyond the “order by” time of its delivery.` : `${held}.`;
};
const UNAVAILABLE = 'Online payment is not available right now.';

interface PaymentMethodsProps {
  readonly selected: PaymentMethod;
  readonly onSelect: (method: PaymentMethod) => void;
}

/** product.md 7.3: bank (default), global, cash. */
export function PaymentMethods({ selected, onSelect }: PaymentMethodsProps) {
  const { unavailableMethods, fieldErrors } = useAppSelector(selectCheckout);
  const isGuest = !useAppSelector(selectIsAuthenticated);
  const { food } = useAppSelector(selectFood);
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
                {disabled ? UNAVAILABLE : `${text} ${describeDeadline(method, isGuest, food !== null)}`.trim()}
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
