import { listStaffOrders } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { Link } from 'react-router-dom';
import { formatWhen } from '../../parts/formatWhen';
import { Panel } from '../../parts/Panel';
import { FailedState, LoadingRows } from '../../parts/States';
import { useLoaded } from '../../useApi';
import { formatDelivery, getOrderPath } from './describeOrder';
import { StateChip } from './StateChip';
import styles from './FirstOrders.module.css';

const SHOWN = 10;
const FIRST = { query: { view: 'to-send' } };

/** The orders that wait the longest to be sent. Without any, there is nothing to say. */
export function FirstOrders() {
  const { value, failure, reload } = useLoaded(listStaffOrders, FIRST, '');
  const orders = value?.data.items.slice(0, SHOWN);
  if (orders?.length === 0) return null;
  return (
    <Panel
      title="To send first"
      flush
      action={
        <Link to="/admin/orders?view=to-send" className={styles.all}>
          All to send
        </Link>
      }
    >
      {orders ? (
        <ul className={styles.orders}>
          {orders.map((row) => (
            <li key={row.number}>
              <Link to={getOrderPath(row.number)}>
                <b>{row.number}</b>
                <span className={styles.customer}>{row.customer}</span>
                <StateChip row={row} of="fulfillment" />
                <span className={styles.when}>
                  {row.delivery === null ? formatWhen(row.created_at) : `Delivery ${formatDelivery(row.delivery)}`}
                </span>
                <span className={styles.total}>{formatMoney(row.total)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : failure ? (
        <FailedState failure={failure} onRetry={reload} />
      ) : (
        <LoadingRows count={SHOWN} />
      )}
    </Panel>
  );
}
