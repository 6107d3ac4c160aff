import { ButtonLink } from '@shop/shared/design-system/Button';
import { OrderTotals } from '@shop/shared/design-system/OrderTotals';
import { paths } from '@shop/shared/navigation';
import {
  selectAmountToPay,
  selectCart,
  selectCartCount,
  selectCartDiscount,
  selectCurrency,
  selectStorefront,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import { ChargedInDollars } from '../../parts/ChargedInDollars';
import { CouponForm } from '../../parts/CouponForm';
import { couponRemoved } from '../../parts/coupons';
import { FoodFacts } from '../../parts/FoodFacts';
import { ParcelFacts } from '../../parts/ParcelFacts';
import { convertTotals } from '../../parts/shownAmounts';
import { SummaryBox, SummaryHint } from '../../parts/SummaryBox';

/** Totals, the coupon form and the button to check out. */
export function CartTotals() {
  const { items, coupon } = useAppSelector(selectCart);
  const count = useAppSelector(selectCartCount);
  const discount = useAppSelector(selectCartDiscount);
  const total = useAppSelector(selectAmountToPay);
  const currency = useAppSelector(selectCurrency);
  const { utilityNote } = useAppSelector(selectStorefront);
  const dispatch = useAppDispatch();
  return (
    <SummaryBox title="CART TOTALS" look="caps" sticky>
      <OrderTotals
        itemCount={count}
        {...convertTotals(items, discount, currency)}
        couponCode={coupon?.code ?? null}
        currency={currency.code}
        onRemoveCoupon={() => void dispatch(couponRemoved())}
      />
      <ChargedInDollars total={total} />
      {!coupon && <CouponForm buttonText="Apply" />}
      <FoodFacts />
      <ParcelFacts />
      <ButtonLink block to={paths.checkout}>
        Proceed to Checkout
      </ButtonLink>
      <SummaryHint>{utilityNote}.</SummaryHint>
    </SummaryBox>
  );
}
