import { ButtonLink } from '@shop/shared/design-system/Button';
import { paths } from '@shop/shared/navigation';
import { selectAmountToPay, selectCart, selectCartDiscount, useAppDispatch, useAppSelector, useMoney } from '@shop/shared/state';
import { CouponForm } from '../../parts/CouponForm';
import { couponRemoved } from '../../parts/coupons';
import { ChargedInDollars, Totals } from '../../parts/Totals';
import styles from './CartTotals.module.css';

/** What the cart comes to, the coupon, and the way on. */
export function CartTotals() {
  const { itemCount, total: subtotal, coupon } = useAppSelector(selectCart);
  const discount = useAppSelector(selectCartDiscount);
  const total = useAppSelector(selectAmountToPay);
  const money = useMoney();
  const dispatch = useAppDispatch();
  return (
    <section className={styles.totals} aria-labelledby="cart-totals">
      <h2 id="cart-totals" className={styles.title}>
        CART TOTALS
      </h2>
      <Totals
        itemCount={itemCount}
        subtotal={subtotal}
        discount={discount}
        couponCode={coupon?.code ?? null}
        total={total}
        money={money}
        onRemoveCoupon={() => void dispatch(couponRemoved())}
      />
      <ChargedInDollars total={total} />
      {!coupon && <CouponForm buttonText="Apply" />}
      <ButtonLink block to={paths.checkout}>
        Proceed to Checkout
      </ButtonLink>
      <p className={styles.hint}>Free shipping on every order.</p>
    </section>
  );
}
