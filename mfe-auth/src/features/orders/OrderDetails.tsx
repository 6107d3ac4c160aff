import { describeAddress } from '@shop/contracts/describeAddress';
import { describePiecePrice, describeQuantity } from '@shop/contracts/describeMeasure';
import type { Order, PaymentMethod } from '@shop/contracts';
import { Note } from '@shop/shared/design-system/Note';
import { OrderProgress } from '@shop/shared/design-system/OrderProgress';
import { OrderTotals } from '@shop/shared/design-system/OrderTotals';
import { Picture } from '@shop/shared/design-system/Picture';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { formatDay, formatMoney } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { OrderActions } from './OrderActions';
import styles from './OrderDetails.module.css';

const METHODS: Readonly<Record<PaymentMethod, string>> = {
  bank: 'Direct bank transfer',
  global: 'Global payment',
  cash: 'Cash on delivery',
};

/** An order's details: lines, addresses, payment and available actions. */
export function OrderDetails({ order }: { readonly order: Order }) {
  const {
    status,
    created_at: createdAt,
    lines,
    subtotal,
    discount,
    coupon_code: coupon,
    total,
    payable,
    notes,
    billing,
    shipping_address: shipping,
    payment_method: method,
    delivery,
  } = order;
  const facts = {
    Date: formatDay(createdAt),
    Payment: order.payment_label ?? METHODS[method],
    ...(delivery && { 'Delivery slot': `${delivery.day}, ${delivery.hours}` }),
  };
  const state = useRef<HTMLDivElement>(null);
  const showState = (): void => {
    window.scrollTo({ top: 0 });
    state.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {status === 'canceled' && (
        <div className={styles.state} ref={state} tabIndex={-1}>
          <Note tone="warn">This order is canceled. Nothing will be sent.</Note>
        </div>
      )}
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {status !== 'canceled' && order.payment_instructions && (
        <Note>
          <p className={styles.lines}>{order.payment_instructions}</p>
          {payable && <TextLink to={paths.orderReceived(order.number)}>Pay now</TextLink>}
        </Note>
      )}
      <OrderProgress order={order} />
      <ul className={styles.items}>
        {lines.map((line) => (
          <li key={line.sku + line.name}>
            <div className={styles.picture}>
              <Picture src={line.image} alt="" sizes="4.5rem" />
            </div>
            <div>
              <Link className={styles.name} to={paths.product(line.product_id)}>
                {line.name}
              </Link>
              <p className={styles.muted}>
                {describeQuantity(line.quantity, line.measure)} ×{' '}
                {describePiecePrice(line.unit_price, line.measure, formatMoney)}
              </p>
            </div>
            <span>{formatMoney(line.line_total)}</span>
          </li>
        ))}
      </ul>
      {notes?.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <div className={styles.totals}>
        <OrderTotals subtotal={subtotal} discount={discount} couponCode={coupon} total={total} />
      </div>
      <div className={styles.addresses}>
        {Object.entries({ Billing: billing, Shipping: shipping ?? billing }).map(([purpose, address]) => (
          <section key={purpose}>
            <h2>{purpose} address</h2>
            <address>{describeAddress(address)}</address>
          </section>
        ))}
      </div>
      <OrderActions order={order} onCanceled={showState} />
    </>
  );
}
