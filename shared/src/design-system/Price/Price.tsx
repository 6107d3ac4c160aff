import { describeUnitPrice } from '@shop/contracts/describeUnitPrice';
import type { Measure } from '@shop/contracts/measure';
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden';
import styles from './Price.module.css';

interface PriceProps {
  /** Dollars. */
  readonly price: number;
  readonly originalPrice?: number | null;
  /** Percent off; shown next to a page's price (cards show it as a badge). */
  readonly offer?: number;
  readonly priceFrom?: boolean;
  /** Shows the price per kilogram or liter, too. */
  readonly measure?: Measure | null | undefined;
  readonly size?: 'card' | 'page';
  /** Formats dollars in the display currency. */
  readonly format: (dollars: number) => string;
}

export function Price({
  price,
  originalPrice = null,
  offer = 0,
  priceFrom = false,
  measure,
  size = 'card',
  format,
}: PriceProps) {
  const unitPrice = describeUnitPrice(price, measure, format);
  return (
    <p className={styles.price} data-size={size} data-sale={originalPrice !== null}>
      {priceFrom ? `From ${format(price)}` : format(price)}
      {originalPrice !== null && (
        <s>
          <VisuallyHidden>Original price </VisuallyHidden>
          {format(originalPrice)}
        </s>
      )}
      {size === 'page' && offer > 0 && <span className={styles.off}>{`${offer}% off`}</span>}
      {unitPrice && <span className={styles.unit}>{unitPrice}</span>}
    </p>
  );
}
