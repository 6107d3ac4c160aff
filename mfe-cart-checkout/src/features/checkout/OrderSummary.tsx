import type { PaymentMethod } from '@shop/shared/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Checkbox } from '@shop/shared/design-system/Checkbox';
import { Note } from '@shop/shared/design-system/Note';
import { formatMoney, fromCents, toCents } from '@shop/shared/format';
import { selectCart, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { selectCheckout } from './checkoutSlice';
import { PaymentMethods } from './PaymentMethods';
import styles from './OrderSummary.module.css';

interface OrderSummaryProps {
  readonly paymentMethod: PaymentMethod;
  readonly onPaymentMethod: (method: PaymentMethod) => void;
}

/** 'Your order': the lines, how to pay, the terms, and the one button that orders. */
export function OrderSummary({ paymentMethod, onPaymentMethod }: OrderSummaryProps) {
  const { items, total } = useAppSelector(selectCart);
  const { placing, error, cartChanged } = useAppSelector(selectCheckout);
  const [agreed, setAgreed] = useState(false); // SPEC 4: starts unchecked

  return (
    <section className={styles.summary} aria-labelledby="your-order">
      <h2 id="your-order" className={styles.title}>
        Your order
      </h2>
      <ul className={styles.lines}>
        {items.map(({ id, name, price, quantity }) => (
          <li key={id}>
            <span>
              {name} × {quantity}
            </span>
            <span>{formatMoney(fromCents(toCents(price) * quantity))}</span>
          </li>
        ))}
      </ul>
      <dl className={styles.totals}>
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
      <PaymentMethods selected={paymentMethod} onSelect={onPaymentMethod} />
      <Checkbox
        label="I have read and agree to the website terms and conditions *"
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      {error !== null && <Note tone="error">{cartChanged ? `${error} Your cart now shows what you would get.` : error}</Note>}
      <Button type="submit" block disabled={!agreed} aria-describedby="place-order-hint" busyText={placing ? 'Placing your order' : undefined}>
        Place order
      </Button>
      <p id="place-order-hint" className={styles.hint}>
        {agreed ? '' : 'Agree to the terms to place your order.'}
      </p>
    </section>
  );
}
