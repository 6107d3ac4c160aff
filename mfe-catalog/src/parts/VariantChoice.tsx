import { describePiecePrice } from '@shop/contracts/describeMeasure';
import { describeUnitPrice } from '@shop/contracts/describeUnitPrice';
import type { ProductVariant } from '@shop/contracts';
import { useFormatPrice } from '@shop/shared/state';
import { useId, type RefObject } from 'react';
import styles from './VariantChoice.module.css';

export interface VariantChoiceProps {
  readonly ref: RefObject<HTMLFieldSetElement | null>;
  readonly label: string;
  readonly variants: readonly ProductVariant[];
  readonly selected: string | undefined;
  /** Shows the error that one must be chosen. */
  readonly isMissing: boolean;
  readonly onSelect: (id: string) => void;
}

/** The variants as radio buttons that look like chips; nothing for a product without variants. */
export function VariantChoice({ ref, label, variants, selected, isMissing, onSelect }: VariantChoiceProps) {
  const name = useId();
  const money = useFormatPrice();
  if (variants.length === 0) return null;
  return (
    <fieldset
      ref={ref}
      className={styles.choice}
      role="radiogroup"
      aria-invalid={isMissing}
      aria-describedby={isMissing ? `${name}-error` : undefined}
    >
      <legend>{label}</legend>
      <div className={styles.chips}>
        {variants.map(({ id, name: text, price, stock, measure }) => (
          <label key={id} className={styles.chip}>
            <input
              type="radio"
              name={name}
              checked={id === selected}
              disabled={stock <= 0}
              onChange={() => onSelect(id)}
            />
            {text}
            <span className={styles.price}>
              {[describePiecePrice(price, measure, money), describeUnitPrice(price, measure, money)]
                .filter(Boolean)
                .join(', ')}
            </span>
          </label>
        ))}
      </div>
      {isMissing && (
        <p id={`${name}-error`} className={styles.error} role="alert">
          {/* "Ring size", "Pack size": what is missing is a size. */}
          Select a {label.split(' ').at(-1)?.toLowerCase()}
        </p>
      )}
    </fieldset>
  );
}
