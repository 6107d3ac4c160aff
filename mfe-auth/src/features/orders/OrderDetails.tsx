import { COUNTRIES } from '@shop/shared/contracts/constants';
import type { Order, PaymentMethod, PostalAddress } from '@shop/shared/contracts';
import { Note } from '@shop/shared/design-system/Note';
import { OrderTotals } from '@shop/shared/design-system/OrderTotals';
import { Picture } from '@shop/shared/design-system/Picture';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { formatDay, formatMoney } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { Link } from 'react-router-dom';
import { OrderStatusBadge } from '../../parts/OrderStatusBadge';
import { OrderActions } from './OrderActions';
import styles from './OrderDetails.module.css';

const METHODS: Readonly<Record<PaymentMethod, string>> = {
  bank: 'Direct bank transfer',
  global: 'Global payment',
  cash: 'Cash on delivery',
};

const writeAddress = ({
  firstName,
  lastName,
  companyName,
  streetAddress,
  apartment,
  townCity,
  state,
  zipCode,
  country,
  phone,
}: PostalAddress): string =>
  [
    `${firstName} ${lastName}`,
    companyName,
    streetAddress,
    apartment,
    `${townCity}, ${state} ${zipCode}`,
    COUNTRIES[country],
    phone,
  ]
    .filter(Boolean)
    .join('\n');

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
    billing,
    shipping_address: shipping,
    payment_method: method,
  } = order;
  return (
    <>
      <div className={styles.facts}>
        <dl>
          <div>
            <dt>Date</dt>
            <dd>{formatDay(createdAt)}</dd>
          </div>
          <div>
            <dt>Payment</dt>
            <dd>{METHODS[method]}</dd>
          </div>
        </dl>
        <OrderStatusBadge status={status} />
      </div>
      {status !== 'canceled' && order.payment_instructions && (
        <Note>
          <p className={styles.lines}>{order.payment_instructions}</p>
          {payable && <TextLink to={paths.orderReceived(order.number)}>Pay now</TextLink>}
        </Note>
      )}
      <ul className={styles.items}>
        {lines.map((line) => (
          <li key={`${line.product_id}:${line.variant_id}`}>
            <div className={styles.picture}>
              <Picture src={line.image} alt="" sizes="4.5rem" />
            </div>
            <div>
              <Link className={styles.name} to={paths.product(line.product_id)}>
                {line.name}
              </Link>
              <p className={styles.muted}>
                {line.quantity} × {formatMoney(line.unit_price)}
              </p>
            </div>
            <span>{formatMoney(line.line_total)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.totals}>
        <OrderTotals subtotal={subtotal} discount={discount} couponCode={coupon} total={total} />
      </div>
      <div className={styles.addresses}>
        <section>
          <h2>Billing address</h2>
          <address>{writeAddress(billing)}</address>
        </section>
        <section>
          <h2>Shipping address</h2>
          <address>{writeAddress(shipping ?? billing)}</address>
        </section>
      </div>
      <OrderActions order={order} />
    </>
  );
}
