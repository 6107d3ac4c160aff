import type { PaymentMethod, PaymentOption } from '@shop/contracts';
import { PAYMENT_METHODS } from '@shop/contracts/constants';
import { describeHeldTime } from '@shop/contracts/heldTime';
import { Radio } from '@shop/shared/design-system/Checkbox';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { selectIsAuthenticated, useAppSelector } from '@shop/shared/state';
import { useId } from 'react';
import { selectFood } from '../../parts/foodSlice';
import { selectCheckout } from './checkoutSlice';
import styles from './PaymentMethods.module.css';

/** What the shop calls a method unless it gives it another name (`label`). */
const TEXTS: Readonly<
  Record<PaymentMethod, { readonly label: string; readonly text: string; readonly missing: string }>
> = {
  bank: {
    label: 'Direct bank transfer',
    text: 'Pay straight into our bank account, with your order number as the reference.',
    missing: 'Bank transfer is not available right now.',
  },
  global: {
    label: 'Global payment',
    text: 'Pay on the page of our payment provider. Your card details never reach us.',
    missing: 'Online payment is not available right now.',
  },
  cash: {
    label: 'Cash on delivery',
    text: 'Pay in cash when your order arrives.',
    missing: 'Cash is not available right now.',
  },
};

/** Says until when the order is held, as the server decides it (product.md 7.6, 7.19). */
const describeDeadline = (method: PaymentMethod, isGuest: boolean, hasFood: boolean): string => {
  if (method === 'cash')
    return isGuest && hasFood
      ? 'To confirm your order, open the link in its email before the “order by” time of its delivery.'
      : '';
  const held = `We’ll hold your order for ${describeHeldTime(method, isGuest)}`;
  return hasFood ? `${held} at most, and not beyond the “order by” time of its delivery.` : `${held}.`;
};

interface PaymentMethodsProps {
  readonly options: readonly PaymentOption[] | null;
  readonly selected: PaymentMethod | null;
  readonly onSelect: (method: PaymentMethod) => void;
}

/** product.md 7.3, 7.22 */
export function PaymentMethods({ options, selected, onSelect }: PaymentMethodsProps) {
  const { fieldErrors } = useAppSelector(selectCheckout);
  const isGuest = !useAppSelector(selectIsAuthenticated);
  const { food } = useAppSelector(selectFood);
  const name = useId();
  const error = fieldErrors['payment_method'];
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className={styles.legend}>Payment method</legend>
      <div className={styles.methods} aria-busy={options === null}>
        {options === null &&
          PAYMENT_METHODS.map((method) => (
            <div key={method} className={styles.pending}>
              <Skeleton />
            </div>
          ))}
        {options?.map(({ method, available, label }) => {
          const { label: ownLabel, text, missing } = TEXTS[method];
          return (
            <div key={method}>
              <Radio
                name={name}
                label={label ?? ownLabel}
                checked={method === selected}
                disabled={!available}
                aria-describedby={`${name}-${method}`}
                onChange={() => onSelect(method)}
              />
              <p id={`${name}-${method}`} className={styles.text} hidden={method !== selected && available}>
                {!available ? missing : `${text} ${describeDeadline(method, isGuest, food !== null)}`.trim()}
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
