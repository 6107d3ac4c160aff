import { describeQuantity } from '@shop/contracts/describeMeasure';
import { describeUnitPrice } from '@shop/contracts/describeUnitPrice';
import { Picture } from '@shop/shared/design-system/Picture';
import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { formatMoney } from '@shop/shared/format';
import type { CartItem } from '@shop/shared/state';
import styles from './OrderLines.module.css';
import { formatLine, type ShownCurrency } from './shownAmounts';

export type OrderedLine = Pick<CartItem, 'id' | 'name' | 'image' | 'category' | 'price' | 'quantity' | 'measure'>;

interface OrderLinesProps {
  readonly lines: readonly OrderedLine[];
  readonly currency: ShownCurrency;
}

/** Compact order lines: picture with quantity, name and price. */
export function OrderLines({ lines, currency }: OrderLinesProps) {
  const money = (dollars: number): string => formatMoney(dollars * currency.rate, currency.code);
  return (
    <ul className={styles.lines}>
      {lines.map(({ id, name, image, category, price, quantity, measure }) => (
        <li key={id}>
          <span className={styles.picture}>
            <span className={styles.frame}>
              <Picture src={image} alt="" sizes="56px" />
            </span>
            <span className={styles.count}>
              <VisuallyHidden>Quantity </VisuallyHidden>
              {describeQuantity(quantity, measure)}
            </span>
          </span>
          <span className={styles.text}>
            <span className={styles.name}>{name}</span>
            {category && <span className={styles.category}>{category}</span>}
            {measure && <span className={styles.category}>{describeUnitPrice(price, measure, money)}</span>}
          </span>
          <span className={styles.price}>{formatLine({ price, quantity }, currency)}</span>
        </li>
      ))}
    </ul>
  );
}
