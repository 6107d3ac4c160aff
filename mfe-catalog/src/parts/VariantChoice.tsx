import { describePiecePrice } from '@shop/contracts/describeMeasure';
import { describeUnitPrice } from '@shop/contracts/describeUnitPrice';
import { describeUsMeasure } from '@shop/contracts/describeUsMeasure';
import type { Measure, ProductVariant } from '@shop/contracts';
import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { useFormatPrice } from '@shop/shared/state';
import { useId, useState, type RefObject } from 'react';
import type { RingSize } from './ringSizeChart';
import { RingScaleSwitch, type RingScale } from './RingScaleSwitch';
import styles from './VariantChoice.module.css';

export interface VariantChoiceProps {
  readonly ref: RefObject<HTMLFieldSetElement | null>;
  readonly label: string;
  readonly variants: readonly ProductVariant[];
  /** Of a ring, the size of each variant. */
  readonly ringSizes?: readonly RingSize[] | undefined;
  readonly selected: string | undefined;
  /** Shows the error that one must be chosen. */
  readonly isMissing: boolean;
  readonly onSelect: (id: string) => void;
}

/** "500 g · 1.1 lb". */
const describeName = (name: string, measure: Measure | null | undefined): string =>
  measure?.grams ? `${name} · ${describeUsMeasure(measure.grams, { liquid: measure.liquid })}` : name;

/** The variants as radio buttons that look like chips; nothing for a product without variants. */
export function VariantChoice({ ref, label, variants, ringSizes, selected, isMissing, onSelect }: VariantChoiceProps) {
  const name = useId();
  const money = useFormatPrice();
  const [scale, setScale] = useState<RingScale>('us');
  if (variants.length === 0) return null;
  const prices = variants.map(({ price, measure }) =>
    [describePiecePrice(price, measure, money), describeUnitPrice(price, measure, money)].filter(Boolean).join(', '),
  );
  // The product's price says it, too.
  const isOnePrice = new Set(prices).size === 1;
  return (
    <>
      <fieldset
        ref={ref}
        className={styles.choice}
        role="radiogroup"
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${name}-error` : undefined}
      >
        <legend>{label}</legend>
        <div className={styles.chips}>
          {variants.map(({ id, name: text, stock, measure }, index) => {
            const size = ringSizes?.[index];
            return (
              <label key={id} className={styles.chip}>
                <input
                  type="radio"
                  name={name}
                  checked={id === selected}
                  disabled={stock <= 0}
                  onChange={() => onSelect(id)}
                />
                {size ? (
                  <>
                    <VisuallyHidden>{`${scale.toUpperCase()} ${size[scale]}, ${size.mm}\u00a0mm`}</VisuallyHidden>
                    <span aria-hidden="true">{size[scale]}</span>
                  </>
                ) : (
                  <span>{describeName(text, measure)}</span>
                )}
                {!isOnePrice && <span className={styles.price}>{prices[index]}</span>}
              </label>
            );
          })}
        </div>
        {isMissing && (
          <p id={`${name}-error`} className={styles.error} role="alert">
            {/* "Ring size", "Pack size": what is missing is a size. */}
            Select a {label.split(' ').at(-1)?.toLowerCase()}
          </p>
        )}
      </fieldset>
      {ringSizes && (
        <RingScaleSwitch
          scale={scale}
          mm={ringSizes[variants.findIndex(({ id }) => id === selected)]?.mm}
          onChange={setScale}
        />
      )}
    </>
  );
}
