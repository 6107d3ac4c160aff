import { ChevronDown, ChevronUp } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { OrderTotals } from '@shop/shared/design-system/OrderTotals';
import { formatMoney, fromCents, toCents } from '@shop/shared/format';
import { selectAmountToPay, selectCart, selectCurrency, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useId, useState } from 'react';
import { ChargedInDollars } from '../../parts/ChargedInDollars';
import { couponRemoved } from '../../parts/coupons';
import { OrderLines, type OrderedLine } from '../../parts/OrderLines';
import { SummaryBox } from '../../parts/SummaryBox';
import { selectCheckout } from './checkoutSlice';
import { CouponToggle } from './CouponToggle';
import styles from './OrderSummary.module.css';
import { useShownTotals } from './useShownTotals';

const sumLines = (lines: readonly OrderedLine[]): number =>
  fromCents(lines.reduce((cents, { price, quantity }) => cents + toCents(price) * quantity, 0));

/** 'Your order': lines, coupon and totals. On narrow screens they open below a line with the total. */
export function OrderSummary() {
  const { items, coupon } = useAppSelector(selectCart);
  const { fixedLines } = useAppSelector(selectCheckout);
  const total = useAppSelector(selectAmountToPay);
  const currency = useAppSelector(selectCurrency);
  const shown = useShownTotals();
  const dispatch = useAppDispatch();
  const id = useId();
  const [open, setOpen] = useState(false);

  return (
    <div>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>{open ? 'Hide' : 'Show'} order summary</span> <Icon icon={open ? ChevronUp : ChevronDown} />
        <b>{formatMoney(shown.total, currency.code)}</b>
      </button>
      <div id={id} className={styles.content} data-open={open}>
        <SummaryBox title="Your order">
          <OrderLines lines={fixedLines ?? items} currency={currency} />
          <CouponToggle />
          <div className={styles.totals}>
            <OrderTotals
              {...shown}
              couponCode={fixedLines ? null : (coupon?.code ?? null)}
              currency={currency.code}
              onRemoveCoupon={() => void dispatch(couponRemoved())}
            />
          </div>
          <ChargedInDollars total={fixedLines ? sumLines(fixedLines) : total} />
        </SummaryBox>
      </div>
    </div>
  );
}
