import { Button } from '@shop/shared/design-system/Button';
import { Checkbox } from '@shop/shared/design-system/Checkbox';
import { Note } from '@shop/shared/design-system/Note';
import { OrderTotals } from '@shop/shared/design-system/OrderTotals';
import { fromCents, toCents } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import {
  selectAmountToPay,
  selectCart,
  selectCartDiscount,
  selectCurrency,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import type { PaymentMethod } from '@shop/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ChargedInDollars } from '../../parts/ChargedInDollars';
import { couponRemoved } from '../../parts/coupons';
import { OrderLines, type OrderedLine } from '../../parts/OrderLines';
import { ParcelFacts } from '../../parts/ParcelFacts';
import { convertTotals } from '../../parts/shownAmounts';
import { SummaryBox, SummaryHint } from '../../parts/SummaryBox';
import { selectCheckout } from './checkoutSlice';
import styles from './OrderSummary.module.css';
import { PaymentMethods } from './PaymentMethods';
import { useOnline } from './useOnline';

interface OrderSummaryProps {
  readonly paymentMethod: PaymentMethod;
  readonly onPaymentMethod: (method: PaymentMethod) => void;
}

const sumLines = (lines: readonly OrderedLine[]): number =>
  fromCents(lines.reduce((cents, { price, quantity }) => cents + toCents(price) * quantity, 0));

/** 'Your order': lines, payment methods, terms and the submit button. */
export function OrderSummary({ paymentMethod, onPaymentMethod }: OrderSummaryProps) {
  const { items, coupon } = useAppSelector(selectCart);
  const { placing, error, cartChanged, fixedLines } = useAppSelector(selectCheckout);
  const discount = useAppSelector(selectCartDiscount);
  const total = useAppSelector(selectAmountToPay);
  const currency = useAppSelector(selectCurrency);
  const lines = fixedLines ?? items;
  const dispatch = useAppDispatch();
  const online = useOnline();
  const [agreed, setAgreed] = useState(false); // product.md 7.3: starts unchecked

  return (
    <SummaryBox title="Your order" sticky>
      <OrderLines lines={lines} currency={currency} />
      <div className={styles.totals}>
        <OrderTotals
          {...convertTotals(lines, fixedLines ? 0 : discount, currency)}
          couponCode={fixedLines ? null : (coupon?.code ?? null)}
          currency={currency.code}
          onRemoveCoupon={() => void dispatch(couponRemoved())}
        />
      </div>
      <ChargedInDollars total={fixedLines ? sumLines(fixedLines) : total} />
      <ParcelFacts />
      <PaymentMethods selected={paymentMethod} onSelect={onPaymentMethod} />
      <div>
        <Checkbox
          label="I have read and agree to the website terms and conditions *"
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <Link className={styles.terms} to={paths.terms} target="_blank">
          Read the terms (opens a new tab)
        </Link>
      </div>
      {!online && <Note tone="warn">You are offline. What you typed is kept: place the order when you are back.</Note>}
      {error !== null && (
        <Note tone="error">{cartChanged ? `${error} Your cart now shows what you would get.` : error}</Note>
      )}
      <Button
        type="submit"
        block
        disabled={!agreed}
        aria-describedby="place-order-hint"
        busyText={placing ? 'Placing your order' : undefined}
      >
        Place order
      </Button>
      <SummaryHint id="place-order-hint">{agreed ? '' : 'Agree to the terms to place your order.'}</SummaryHint>
    </SummaryBox>
  );
}
