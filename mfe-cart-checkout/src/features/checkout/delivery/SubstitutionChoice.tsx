import type { Substitution } from '@shop/contracts';
import { Select } from '@shop/shared/design-system/Select';
import { selectCart, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { foodChosen, selectFood } from '../../../parts/foodSlice';
import styles from './DeliveryChoice.module.css';

const OPTIONS: Readonly<Record<Substitution, string>> = {
  similar: 'Send something similar',
  refund: 'Send my money back',
};
const toSubstitution = (value: string): Substitution => (value === 'refund' ? 'refund' : 'similar');

const options = Object.entries(OPTIONS).map(([value, label]) => (
  <option key={value} value={value}>
    {label}
  </option>
));

/** What is sent for food that is missing: one choice for the order, and others for single lines. */
export function SubstitutionChoice() {
  const { items } = useAppSelector(selectCart);
  const { food, substitution, exceptions } = useAppSelector(selectFood);
  const dispatch = useAppDispatch();
  const lines = items.filter(({ productId }) => food?.product_ids.includes(productId));
  return (
    <div className={styles.substitution}>
      <Select
        label="Substitutions"
        value={substitution}
        onChange={({ target }) =>
          void dispatch(foodChosen({ substitution: toSubstitution(target.value), exceptions: {} }))
        }
      >
        {options}
      </Select>
      {lines.length > 1 && (
        <details>
          <summary>Choose for each product</summary>
          <div className={styles.exceptions}>
            {lines.map(({ id, name }) => (
              <Select
                key={id}
                label={name}
                value={exceptions[id] ?? substitution}
                onChange={({ target }) =>
                  void dispatch(foodChosen({ exceptions: { ...exceptions, [id]: toSubstitution(target.value) } }))
                }
              >
                {options}
              </Select>
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
