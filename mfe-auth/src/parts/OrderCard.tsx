import type { OrderSummary } from '@shop/contracts';
import { Button, ButtonLink } from '@shop/shared/design-system/Button';
import { Picture } from '@shop/shared/design-system/Picture';
import { formatDay, formatMoney } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { useAppDispatch } from '@shop/shared/state';
import { useState } from 'react';
import { boughtAgain } from './buyAgain';
import styles from './OrderCard.module.css';
import { OrderStatusBadge } from './OrderStatusBadge';

const MAX_PICTURES = 5;

/** An order in a list, with links to its details and to buy again. */
export function OrderCard({
  order,
  headingLevel = 2,
}: {
  readonly order: OrderSummary;
  readonly headingLevel?: 2 | 3;
}) {
  const { number, status, created_at: createdAt, total, lines } = order;
  const dispatch = useAppDispatch();
  const [buying, setBuying] = useState(false);
  const Heading: 'h2' | 'h3' = `h${headingLevel}`;

  const buyAgain = async (): Promise<void> => {
    setBuying(true);
    await dispatch(boughtAgain(lines));
    setBuying(false);
  };

  return (
    <article className={styles.order}>
      <Heading className={styles.hidden}>Order {number}</Heading>
      <div className={styles.head}>
        <dl>
          <div>
            <dt>Order</dt>
            <dd className={styles.number}>{number}</dd>
          </div>
          <div>
            <dt>Date</dt>
            <dd>{formatDay(createdAt)}</dd>
          </div>
          <div>
            <dt>Total</dt>
            <dd>{formatMoney(total)}</dd>
          </div>
        </dl>
        <OrderStatusBadge status={status} />
      </div>
      <div className={styles.items}>
        {lines.slice(0, MAX_PICTURES).map(({ name, image }) => (
          <div key={name} className={styles.picture}>
            <Picture src={image} alt={name} sizes="4.5rem" />
          </div>
        ))}
        {lines.length > MAX_PICTURES && <span>and {lines.length - MAX_PICTURES} more</span>}
        <div className={styles.actions}>
          <Button
            variant="quiet"
            size="md"
            busyText={buying ? 'Adding' : undefined}
            onClick={() => void buyAgain()}
            aria-label={`Buy again: order ${number}`}
          >
            Buy again
          </Button>
          <ButtonLink variant="secondary" size="md" to={paths.order(number)} aria-label={`View order ${number}`}>
            View order
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
