import { Check } from 'lucide-react';
import { describeAddress } from '@shop/contracts/describeAddress';
import type { Order, PaymentMethod } from '@shop/contracts';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { OrderProgress } from '@shop/shared/design-system/OrderProgress';
import { OrderTotals } from '@shop/shared/design-system/OrderTotals';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { formatDay, formatMoney } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { selectIsAuthenticated, selectStorefront, useAppSelector } from '@shop/shared/state';
import { OrderLines } from '../../parts/OrderLines';
import { convertTotals } from '../../parts/shownAmounts';
import { SummaryBox } from '../../parts/SummaryBox';
import { AccountOffer } from './AccountOffer';
import styles from './OrderReceipt.module.css';
import { PaymentNote } from './PaymentNote';
import { usePaymentUpdates } from './usePaymentUpdates';

const METHODS: Readonly<Record<PaymentMethod, string>> = {
  bank: 'Direct bank transfer',
  global: 'Global payment',
  cash: 'Cash on delivery',
};

/**
 * The placed order: number, payment, addresses and lines, in the currency that was displayed.
 */
export function OrderReceipt({ order }: { readonly order: Order }) {
  const {
    number,
    billing,
    status,
    payable,
    payment_declined: isDeclined,
    display_currency: currency,
    exchange_rate: rate,
    shipping_address: shipping,
  } = order;
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const { hours, callNote } = useAppSelector(selectStorefront).support;
  const lines = order.lines.map(({ sku, name, image, unit_price: price, quantity, measure }) => ({
    id: sku + name,
    name,
    image,
    category: '',
    price,
    quantity,
    measure,
  }));
  const failure = status === 'canceled' ? 'This order is canceled' : isDeclined && 'Your payment was declined';
  usePaymentUpdates(number, payable);
  const facts = {
    'Order number': number,
    Date: formatDay(order.created_at),
    Payment: order.payment_label ?? METHODS[order.payment_method],
    Shipping: 'Free',
    ...(order.arrival && { Arrives: order.arrival }),
    ...(order.delivery && { 'Delivery slot': `${order.delivery.day}, ${order.delivery.hours}` }),
  };
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {failure ? (
          <PageHead title={failure} />
        ) : (
          <div>
            <span className={styles.done}>
              <Icon icon={Check} />
            </span>
            <PageHead
              title={`Thank you, ${billing.firstName}`}
              text={`We've emailed your confirmation to ${billing.email}.`}
            />
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
        <div role="status">
          <PaymentNote order={order} />
        </div>
        <OrderProgress order={order} />
        <div className={styles.panels}>
          <section className={styles.panel} aria-labelledby="order-address">
            <h2 id="order-address">Shipping address</h2>
            <address>{describeAddress({ ...(shipping ?? billing), phone: '' })}</address>
          </section>
          <section className={styles.panel} aria-labelledby="order-help">
            <h2 id="order-help">Need help?</h2>
            <p>{[hours && `We answer from ${hours}.`, callNote].filter(Boolean).join(' ')}</p>
            <TextLink to={paths.contact}>Contact us</TextLink>
          </section>
        </div>
        {!isAuthenticated && <AccountOffer order={order} />}
        <div className={styles.actions}>
          <ButtonLink variant={payable ? 'quiet' : 'primary'} to={paths.products}>
            Continue Shopping
          </ButtonLink>
          {isAuthenticated && (
            <ButtonLink variant={payable ? 'quiet' : 'secondary'} to={paths.orders}>
              View your orders
            </ButtonLink>
          )}
        </div>
      </div>
      <SummaryBox title="Your order">
        <OrderLines lines={lines} currency={{ code: currency, rate }} />
        <div className={styles.totals}>
          <OrderTotals
            {...convertTotals(lines, order.discount, { rate })}
            couponCode={order.coupon_code}
            currency={currency}
          />
        </div>
        {order.notes?.map((note) => (
          <p key={note} className={styles.charged}>
            {note}
          </p>
        ))}
        {currency !== 'USD' && <p className={styles.charged}>Charged in US dollars: {formatMoney(order.total)}.</p>}
      </SummaryBox>
    </div>
  );
}
