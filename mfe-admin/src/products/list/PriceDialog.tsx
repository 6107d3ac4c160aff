import {
  MAX_PRICE_PERCENT,
  MAX_SALE_PERCENT,
  MIN_PRICE_PERCENT,
  type changeStaffProducts,
  type RequestOf,
} from '@shop/contracts';
import { useState } from 'react';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { countProducts } from './describeProducts';
import styles from './ProductsPage.module.css';

export type Change = Omit<RequestOf<typeof changeStaffProducts>['body'], 'ids'>;

const WAYS = {
  sale: { name: 'Sale', label: 'Percent off', min: 1, max: MAX_SALE_PERCENT },
  end: { name: 'End the sale' },
  price: {
    name: 'Change the price',
    label: 'By percent, such as 5 or -10',
    min: MIN_PRICE_PERCENT,
    max: MAX_PRICE_PERCENT,
  },
} as const;
type Way = keyof typeof WAYS;

const toChange = (way: Way, percent: number): Change => {
  if (way === 'end') return { sale_percent: 0 };
  return way === 'sale' ? { sale_percent: percent } : { price_percent: percent };
};

interface PriceDialogProps {
  readonly count: number;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onChange: (change: Change) => void;
}

/** A sale, its end, or other prices, for several products at once. */
export function PriceDialog({ count, busy, onClose, onChange }: PriceDialogProps) {
  const [way, setWay] = useState<Way>('sale');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const limits = WAYS[way];
  const submit = (): void => {
    if (!('min' in limits)) return onChange(toChange(way, 0));
    const percent = /^[+-]?\d{1,3}$/.test(typed.trim()) ? Number(typed) : NaN;
    if (!(percent >= limits.min && percent <= limits.max) || percent === 0)
      return setError(`A whole number from ${limits.min} to ${limits.max}.`);
    onChange(toChange(way, percent));
  };
  return (
    <Dialog
      title={`Prices of ${countProducts(count)}`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={busy && 'Saving'}>
            {limits.name}: {countProducts(count)}
          </Button>
        </>
      }
    >
      <fieldset className={styles.ways}>
        <legend>What changes</legend>
        {(Object.keys(WAYS) as Way[]).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="way"
              value={each}
              checked={way === each}
              onChange={() => {
                setWay(each);
                setError(undefined);
              }}
            />
            {WAYS[each].name}
          </label>
        ))}
      </fieldset>
      {'label' in limits && (
        <Field
          label={limits.label}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={error}
          hint={
            way === 'sale'
              ? 'Of the price before the sale, which is shown beside it.'
              : 'A sale keeps its share; variants change along.'
          }
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </Dialog>
  );
}
