import { ButtonLink } from '@shop/shared/design-system/Button';
import { formatMoney } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { selectCartCount, selectCartTotal, useAppSelector } from '@shop/shared/state';
import styles from './CartTotals.module.css';

/** SPEC 9: shipping is free, and the total equals the subtotal. */
export function CartTotals() {
  const count = useAppSelector(selectCartCount);
  const total = useAppSelector(selectCartTotal);
  return (
    <section className={styles.totals} aria-labelledby="cart-totals">
      <h2 id="cart-totals" className={styles.title}>
        CART TOTALS
      </h2>
      <dl className={styles.lines}>
        <div>
          <dt>Items</dt>
          <dd>{count}</dd>
        </div>
        <div>
          <dt>Subtotal</dt>
          <dd>{formatMoney(total)}</dd>
        </div>
        <div>
          <dt>Shipping</dt>
          <dd>Free</dd>
        </div>
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      </dl>
      <ButtonLink block to={paths.checkout}>
        Proceed to Checkout
      </ButtonLink>
    </section>
  );
}
