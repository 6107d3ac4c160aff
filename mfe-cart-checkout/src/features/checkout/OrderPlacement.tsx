import { Button } from '@shop/shared/design-system/Button';
import { Checkbox } from '@shop/shared/design-system/Checkbox';
import { Note } from '@shop/shared/design-system/Note';
import { formatMoney } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { selectCurrency, useAppSelector } from '@shop/shared/state';
import type { PaymentMethod } from '@shop/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ParcelFacts } from '../../parts/ParcelFacts';
import { SummaryBox, SummaryHint } from '../../parts/SummaryBox';
import { selectCheckout } from './checkoutSlice';
import styles from './OrderPlacement.module.css';
import { PaymentMethods } from './PaymentMethods';
import { useOnline } from './useOnline';
import { useShownTotals } from './useShownTotals';

interface OrderPlacementProps {
  readonly paymentMethod: PaymentMethod | null;
  readonly onPaymentMethod: (method: PaymentMethod) => void;
}

/** Payment methods, terms and the submit button, with which the page ends. */
export function OrderPlacement({ paymentMethod, onPaymentMethod }: OrderPlacementProps) {
  const { placing, error, cartChanged, paymentOptions } = useAppSelector(selectCheckout);
  const { code } = useAppSelector(selectCurrency);
  const { total } = useShownTotals();
  const online = useOnline();
  const [agreed, setAgreed] = useState(false); // product.md 7.3: starts unchecked

  return (
    <SummaryBox sticky>
      <ParcelFacts />
      <PaymentMethods options={paymentOptions} selected={paymentMethod} onSelect={onPaymentMethod} />
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
      <p className={styles.total}>
        <span>Total</span> <b>{formatMoney(total, code)}</b>
      </p>
      <SummaryHint id="place-order-hint">{agreed ? '' : 'Agree to the terms to place your order.'}</SummaryHint>
      <Button
        type="submit"
        block
        disabled={!agreed || paymentMethod === null}
        aria-describedby="place-order-hint"
        busyText={placing ? 'Placing your order' : undefined}
      >
        Place order
      </Button>
    </SummaryBox>
  );
}
