import { formatMoney } from '../../format/money';
import { Button } from '../Button/Button';
import styles from './OrderTotals.module.css';

interface OrderTotalsProps {
  /** Number of products; omitted if the line items are shown above. */
  readonly itemCount?: number;
  /** All amounts are in `currency`. */
  readonly subtotal: number;
  readonly discount: number;
  readonly couponCode: string | null;
  readonly total: number;
  /** US dollars by default. */
  readonly currency?: string;
  /** Shows a button to remove the coupon. */
  readonly onRemoveCoupon?: () => void;
}

/** product.md 6.9: shipping is free; the total is the subtotal minus the discount. */
export function OrderTotals({
  itemCount,
  subtotal,
  discount,
  couponCode,
  total,
  currency = 'USD',
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
        <dd>{formatMoney(subtotal, currency)}</dd>
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
          <dd>−{formatMoney(discount, currency)}</dd>
        </div>
      )}
      <div>
        <dt>Shipping</dt>
        <dd>Free</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{formatMoney(total, currency)}</dd>
      </div>
    </dl>
  );
}
