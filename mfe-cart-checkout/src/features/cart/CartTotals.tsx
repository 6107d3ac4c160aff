import { ButtonLink } from '@shop/shared/design-system/Button';
import { OrderTotals } from '@shop/shared/design-system/OrderTotals';
import { paths } from '@shop/shared/navigation';
import {
  selectAmountToPay,
  selectCart,
  selectCartDiscount,
  selectCurrency,
  useAppDispatch,
  useAppSelector,
  useFormatPrice,
} from '@shop/shared/state';
import { ChargedInDollars } from '../../parts/ChargedInDollars';
import { CouponForm } from '../../parts/CouponForm';
import { couponRemoved } from '../../parts/coupons';
import { selectFood } from '../../parts/foodSlice';
import { convertTotals } from '../../parts/shownAmounts';
import { SummaryBox, SummaryHint } from '../../parts/SummaryBox';

/** Totals, the coupon form and the button to check out. */
export function CartTotals() {
  const { items, itemCount, coupon } = useAppSelector(selectCart);
  const discount = useAppSelector(selectCartDiscount);
  const total = useAppSelector(selectAmountToPay);
  const { food } = useAppSelector(selectFood);
  const currency = useAppSelector(selectCurrency);
  const money = useFormatPrice();
  const dispatch = useAppDispatch();
  return (
    <SummaryBox title="CART TOTALS" look="caps" sticky>
      <OrderTotals
        itemCount={itemCount}
        {...convertTotals(items, discount, currency)}
        couponCode={coupon?.code ?? null}
        currency={currency.code}
        onRemoveCoupon={() => void dispatch(couponRemoved())}
      />
      <ChargedInDollars total={total} />
      {!coupon && <CouponForm buttonText="Apply" />}
      <ButtonLink block to={paths.checkout}>
        Proceed to Checkout
      </ButtonLink>
      {food && (
        <SummaryHint>
          {food.missing > 0
            ? `Food orders start at ${money(food.minimum)}: ${money(food.missing)} to go.`
            : 'Choose a delivery slot at checkout.'}
        </SummaryHint>
      )}
      <SummaryHint>Free shipping on every order.</SummaryHint>
    </SummaryBox>
  );
}
