import { formatMoney } from '../../format/money';
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden';
import styles from './Price.module.css';

interface PriceProps {
  /** Dollars. */
  readonly price: number;
  readonly originalPrice?: number | null;
  /** Percent off; shown next to a page's price (cards show it as a badge). */
  readonly offer?: number;
  readonly priceFrom?: boolean;
  readonly size?: 'card' | 'page';
  /** Formats dollars in the display currency; US dollars by default. */
  readonly format?: ((dollars: number) => string) | undefined;
}

export function Price({
  price,
  originalPrice = null,
  offer = 0,
  priceFrom = false,
  size = 'card',
  format = formatMoney,
}: PriceProps) {
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
    </p>
  );
}
