import { COUNTRIES, type Order, type PaymentMethod } from '@shop/shared/contracts';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { Note } from '@shop/shared/design-system/Note';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { formatMoney } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import styles from './OrderReceipt.module.css';

const formatDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const METHODS: Readonly<Record<PaymentMethod, string>> = { bank: 'Direct bank transfer', global: 'Global payment', cash: 'Cash on delivery' };

/** An order as it was placed: its number, how to pay, where it goes and what is in it. */
export function OrderReceipt({ order }: { readonly order: Order }) {
  const { billing } = order;
  const facts = [
    { name: 'Order number', value: order.number },
    { name: 'Date', value: formatDate.format(new Date(order.created_at)) },
    { name: 'Payment', value: METHODS[order.payment_method] },
    { name: 'Shipping', value: 'Free' },
  ];
  return (
    <>
      <PageHead title={`Thank you, ${billing.firstName}`} text={`Your order is in. We sent a copy to ${billing.email}.`} />
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.payment_instructions && (
        <Note>
          <p className={styles.instructions}>{order.payment_instructions}</p>
        </Note>
      )}
      <div className={styles.columns}>
        <section aria-labelledby="order-lines">
          <h2 id="order-lines" className={styles.title}>
            Your order
          </h2>
          <ul className={styles.lines}>
            {order.lines.map((line) => (
              <li key={line.sku}>
                <span>
                  {line.name} × {line.quantity}
                </span>
                <span>{formatMoney(line.line_total)}</span>
              </li>
            ))}
            <li className={styles.total}>
              <span>Total</span>
              <span>{formatMoney(order.total)}</span>
            </li>
          </ul>
        </section>
        <section aria-labelledby="order-address">
          <h2 id="order-address" className={styles.title}>
            Shipping address
          </h2>
          <address className={styles.address}>
            {[
              `${billing.firstName} ${billing.lastName}`,
              billing.companyName,
              billing.streetAddress,
              billing.apartment,
              `${billing.townCity}, ${billing.state} ${billing.zipCode}`,
              COUNTRIES[billing.country],
            ]
              .filter(Boolean)
              .join('\n')}
          </address>
        </section>
      </div>
      <ButtonLink to={paths.products}>Continue Shopping</ButtonLink>
    </>
  );
}
