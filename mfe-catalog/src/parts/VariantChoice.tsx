import type { ProductVariant } from '@shop/shared/contracts';
import { useFormatPrice } from '@shop/shared/state';
import { useId } from 'react';
import styles from './VariantChoice.module.css';

interface VariantChoiceProps {
  readonly label: string;
  readonly variants: readonly ProductVariant[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** The variants as radio buttons that look like chips. */
export function VariantChoice({ label, variants, selected, onSelect }: VariantChoiceProps) {
  const name = useId();
  const money = useFormatPrice();
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.chips}>
        {variants.map(({ id, name: text, price, stock }) => (
          <label key={id} className={styles.chip}>
            <input
              type="radio"
              name={name}
              checked={id === selected}
              disabled={stock <= 0}
              onChange={() => onSelect(id)}
            />
            {text}
            <span className={styles.price}>{money(price)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
