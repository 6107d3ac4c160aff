import { Minus, Plus } from 'lucide-react';
import { MAX_QUANTITY } from '@shop/contracts/constants';
import { describeQuantity } from '@shop/contracts/describeMeasure';
import { describeUsMeasure } from '@shop/contracts/describeUsMeasure';
import type { Measure } from '@shop/contracts/measure';
import { Icon } from '../Icon/Icon';
import { IconButton } from '../IconButton/IconButton';
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden';
import styles from './Quantity.module.css';

interface QuantityProps {
  /** Name of the item: "Halo Diamond Ring". */
  readonly label: string;
  readonly value: number;
  /** Goods sold loose are shown as weights. */
  readonly measure?: Measure | null | undefined;
  readonly onChange: (next: number) => void;
  readonly min?: number;
  readonly max?: number;
}

/** Minus, value, plus. Buttons are disabled at the limits; with `min` 0, minus at 1 removes the item. */
export function Quantity({ label, value, measure, onChange, min = 1, max = MAX_QUANTITY }: QuantityProps) {
  const step = measure?.stepGrams ? ` by ${describeQuantity(1, measure)}` : '';
  return (
    <div className={styles.quantity} role="group" aria-label={`Quantity of ${label}`}>
      <IconButton
        label={`Decrease quantity of ${label}${step}`}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Icon icon={Minus} />
      </IconButton>
      <output aria-live="polite">
        {describeQuantity(value, measure)}
        {measure?.stepGrams && (
          <span className={styles.us}>{describeUsMeasure(value * measure.stepGrams, { liquid: measure.liquid })}</span>
        )}
        {value >= max && value > min && (
          <VisuallyHidden>{max < MAX_QUANTITY ? ', all in stock' : ', the most in one order'}</VisuallyHidden>
        )}
      </output>
      <IconButton
        label={`Increase quantity of ${label}${step}`}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Icon icon={Plus} />
      </IconButton>
    </div>
  );
}
