import type { Order } from '@shop/contracts';
import { getTrackingLink } from '@shop/contracts/getTrackingLink';
import { describeQuantity } from '@shop/contracts/describeMeasure';
import { formatDay } from '../../format/date';
import { formatMoney } from '../../format/money';
import styles from './OrderProgress.module.css';

type Shipment = NonNullable<Order['shipments']>[number];
type Refund = NonNullable<Order['refunds']>[number];

const REFUND_TEXTS: Readonly<Record<Refund['state'], string>> = {
  due: 'is on its way back to you',
  failed: 'is on its way back to you',
  sent: 'was sent back to you',
  canceled: 'stays with us',
};

function Tracking({ carrier, tracking }: Shipment) {
  const link = getTrackingLink(carrier, tracking);
  const text = [carrier, tracking].filter(Boolean).join(' ');
  if (text === '') return null;
  return link ? (
    <a href={link} rel="noreferrer">
      {text}
    </a>
  ) : (
    <span>{text}</span>
  );
}

/** What was sent and given back of an order, and what comes next. Nothing for one that is not paid yet. */
export function OrderProgress({ order }: { readonly order: Order }) {
  const { status, lines, shipments = [], refunds = [], next_step: nextStep = '' } = order;
  const isWaiting = status === 'on-hold' || status === 'pending-payment';
  const step = isWaiting ? '' : nextStep;
  const nameLines = (shipment: Shipment): string =>
    shipment.lines
      .flatMap(({ position, quantity }) => {
        const line = lines[position];
        return line ? [`${describeQuantity(quantity, line.measure)} × ${line.name}`] : [];
      })
      .join(', ');
  if (step === '' && shipments.length === 0 && refunds.length === 0) return null;
  return (
    <div className={styles.progress}>
      {step !== '' && <p className={styles.step}>{step}</p>}
      {(shipments.length > 0 || refunds.length > 0) && (
        <ul>
          {shipments.map((shipment) => (
            <li key={shipment.sent_at}>
              {shipment.delivered_at === null
                ? `Sent on ${formatDay(shipment.sent_at)}`
                : `Delivered on ${formatDay(shipment.delivered_at)}`}
              : {nameLines(shipment)} <Tracking {...shipment} />
            </li>
          ))}
          {refunds.map(({ amount, currency, state, at }, index) => (
            // Refunds have no id here, and keep their order.
            <li key={index}>
              {formatMoney(amount, currency)} {REFUND_TEXTS[state]} ({formatDay(at)}).
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
