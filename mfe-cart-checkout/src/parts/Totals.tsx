import { Button } from '@shop/shared/design-system/Button';
import { formatMoney } from '@shop/shared/format';
import { selectCurrency, useAppSelector } from '@shop/shared/state';
import styles from './Totals.module.css';

interface TotalsProps {
  /** How many products; left out where the lines are shown above. */
  readonly itemCount?: number;
  /** Dollars, all of them. */
  readonly subtotal: number;
  readonly discount: number;
  readonly couponCode: string | null;
  readonly total: number;
  readonly money: (dollars: number) => string;
  /** Shows a way to take the coupon off. */
  readonly onRemoveCoupon?: () => void;
}

/** SPEC 9: shipping is free; the total is what the products cost, less the coupon. */
export function Totals({ itemCount, subtotal, discount, couponCode, total, money, onRemoveCoupon }: TotalsProps) {
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
        <dd>{money(subtotal)}</dd>
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
          <dd>−{money(discount)}</dd>
        </div>
      )}
      <div>
        <dt>Shipping</dt>
        <dd>Free</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  );
}

/** Where prices are shown in another currency: what will really be charged. */
export function ChargedInDollars({ total }: { readonly total: number }) {
  const { code } = useAppSelector(selectCurrency);
  if (code === 'USD') return null;
  return <p className={styles.charged}>You are charged {formatMoney(total)} in US dollars.</p>;
}
