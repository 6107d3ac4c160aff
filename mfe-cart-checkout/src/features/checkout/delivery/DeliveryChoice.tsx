import type { DeliverySlot } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Radio } from '@shop/shared/design-system/Checkbox';
import { Field } from '@shop/shared/design-system/Field';
import { Note } from '@shop/shared/design-system/Note';
import { fromCents, toCents } from '@shop/shared/format';
import { selectCart, useAppSelector, useFormatPrice } from '@shop/shared/state';
import { useId, useState } from 'react';
import { selectFood } from '../../../parts/foodSlice';
import { sumFood } from '../../../parts/sumFood';
import { selectCheckout } from '../checkoutSlice';
import styles from './DeliveryChoice.module.css';
import { SubstitutionChoice } from './SubstitutionChoice';
import { useSlots } from './useSlots';

/** Days that are shown at first. */
const FIRST_DAYS = 3;

const groupByDay = (slots: readonly DeliverySlot[]): [string, DeliverySlot[]][] => [
  ...slots
    .reduce(
      (days, slot) => days.set(slot.day, [...(days.get(slot.day) ?? []), slot]),
      new Map<string, DeliverySlot[]>(),
    )
    .entries(),
];

interface DeliveryChoiceProps {
  /** The shipping address. */
  readonly country: string;
  readonly postcode: string;
  /** The postal code is asked for here, too, before the address; undefined if a saved address says it. */
  readonly onPostcode?: ((postcode: string) => void) | undefined;
}

/** When a van brings the food of the cart, and what is sent for food that is missing. */
export function DeliveryChoice({ onPostcode, ...destination }: DeliveryChoiceProps) {
  const { food, slotId } = useAppSelector(selectFood);
  const { items } = useAppSelector(selectCart);
  const { fieldErrors } = useAppSelector(selectCheckout);
  const money = useFormatPrice();
  const name = useId();
  const [showsAll, setShowsAll] = useState(false);
  const refusal = fieldErrors['delivery_slot_id'];
  const { offer, loading, message, error, choose, reload } = useSlots(destination, refusal);
  const days = groupByDay(offer?.slots ?? []);
  const isChosenLater = days.slice(FIRST_DAYS).some(([, slots]) => slots.some(({ id }) => id === slotId));
  const shown = showsAll || isChosenLater ? days : days.slice(0, FIRST_DAYS);
  const missing = fromCents(Math.max(0, toCents(offer?.area?.minimum ?? 0) - sumFood(items, food)));
  const problem = refusal ?? error;

  return (
    <fieldset className={styles.delivery} aria-busy={loading}>
      <legend className={styles.title}>Delivery</legend>
      {onPostcode && (
        <div className={styles.place}>
          <Field
            label="Delivery ZIP"
            value={destination.postcode}
            onChange={({ target }) => onPostcode(target.value)}
            autoComplete="shipping postal-code"
            maxLength={16}
          />
        </div>
      )}
      {!offer && !error && (
        <p className={styles.text} role="status">
          {loading ? 'Looking for delivery times' : 'Enter your ZIP code to see delivery times.'}
        </p>
      )}
      {offer && !offer.area && (
        <Note tone="warn">
          We don’t deliver food to {destination.postcode} yet. Remove it from your cart, or choose another address.
        </Note>
      )}
      {offer?.area && days.length === 0 && (
        <Note tone="warn">All delivery times of the next two weeks are taken. Please try again tomorrow.</Note>
      )}
      {offer?.area && missing > 0 && (
        <Note tone="warn">
          Food orders to {offer.area.name} start at {money(offer.area.minimum)}. Add {money(missing)} of food to check
          out.
        </Note>
      )}
      {shown.map(([day, slots]) => (
        <fieldset key={day} className={styles.day}>
          <legend className={styles.dayName}>{day}</legend>
          <div className={styles.slots}>
            {slots.map(({ id, hours, free, order_by: orderBy }) => (
              <Radio
                key={id}
                name={name}
                className={styles.slot}
                label={hours}
                note={free ? `order by ${orderBy}` : 'full'}
                disabled={!free}
                checked={id === slotId}
                onChange={() => choose(id)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {days.length > shown.length && (
        <Button variant="secondary" size="md" onClick={() => setShowsAll(true)}>
          Show more days
        </Button>
      )}
      <p className={styles.text} role="status">
        {message}
      </p>
      {problem !== undefined && problem !== null && (
        <Note tone="error">
          {problem}{' '}
          {!loading && (
            <button type="button" className={styles.again} onClick={reload}>
              Show times again
            </button>
          )}
        </Note>
      )}
      <SubstitutionChoice />
    </fieldset>
  );
}
