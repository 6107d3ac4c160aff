import { formatMoney } from '../../format/money';
import { Button } from '../Button/Button';
import styles from './OrderTotals.module.css';

interface OrderTotalsProps {
  /** How many products; left out where the lines are shown above. */
  readonly itemCount?: number;
  /** Dollars, all of them. */
  readonly subtotal: number;
  readonly discount: number;
  readonly couponCode: string | null;
  readonly total: number;
  /** Writes dollars as the shopper sees prices; dollars themselves by default. */
  readonly formatPrice?: (dollars: number) => string;
  /** Shows a way to take the coupon off. */
  readonly onRemoveCoupon?: () => void;
}

/** product.md 6.9: shipping is free; the total is what the products cost, less the coupon. */
export function OrderTotals({
  itemCount,
  subtotal,
  discount,
  couponCode,
  total,
  formatPrice = formatMoney,
  onRemoveCoupon,
}: OrderTotalsProps) {
  return (
    <dl className={styles.totals}>
      {itemCount !== undefined && (
        <div>
          <dt>Items</dt>
          <dd>{itemCount}</dd>
        </div>
      )}
      <div>
        <dt>Subtotal</dt>
        <dd>{formatPrice(subtotal)}</dd>
      </div>
      {couponCode !== null && (
        <div>
          <dt>
            Discount <span className={styles.code}>{couponCode}</span>
            {onRemoveCoupon && (
              <Button variant="quiet" size="sm" aria-label={`Remove coupon ${couponCode}`} onClick={onRemoveCoupon}>
                Remove
              </Button>
            )}
          </dt>
          <dd>−{formatPrice(discount)}</dd>
        </div>
      )}
      <div>
        <dt>Shipping</dt>
        <dd>Free</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{formatPrice(total)}</dd>
      </div>
    </dl>
  );
}
