import type { StaffOrderRow } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { Link } from 'react-router-dom';
import type { Column } from '../../list/DataTable';
import { formatInstant, formatWhen } from '../../parts/formatWhen';
import { StoreMark } from '../../parts/StoreMark';
import { formatDelivery, getOrderPath } from './describeOrder';
import { StateChip } from './StateChip';
import styles from './OrdersPage.module.css';

const showInstant = (instant: string) => (
  <time dateTime={instant} title={formatInstant(instant)}>
    {formatWhen(instant)}
  </time>
);

/** Columns that a view begins with: until when orders are kept matters for those that are not paid. */
export const listOwnColumns = (view: string): readonly string[] => {
  const left = view === 'unpaid' ? 'delivery' : 'kept';
  return ORDER_COLUMNS.map(({ id }) => id).filter((id) => id !== left);
};

/** In the sequence of the table. */
export const ORDER_COLUMNS: readonly Column<StaffOrderRow>[] = [
  {
    id: 'number',
    label: 'Order',
    place: 'main',
    cell: ({ number }) => (
      <Link to={getOrderPath(number)} className={styles.number}>
        {number}
      </Link>
    ),
  },
  {
    id: 'customer',
    label: 'Customer',
    cell: ({ customer, email }) => (
      <span className={styles.customer} title={`${customer}, ${email}`}>
        {customer} <small>{email}</small>
      </span>
    ),
  },
  { id: 'store', label: 'Storefront', place: 'none', cell: ({ store }) => <StoreMark store={store} /> },
  { id: 'pieces', label: 'Pieces', place: 'none', isNumber: true, cell: ({ pieces }) => pieces },
  { id: 'payment', label: 'Payment', cell: (row) => <StateChip row={row} of="payment" /> },
  { id: 'fulfillment', label: 'Fulfillment', cell: (row) => <StateChip row={row} of="fulfillment" /> },
  {
    id: 'delivery',
    label: 'Delivery',
    place: 'none',
    cell: ({ delivery }) => (delivery === null ? '–' : formatDelivery(delivery)),
  },
  {
    id: 'kept',
    label: 'Kept until',
    place: 'none',
    cell: ({ held_until: until }) => (until === null ? '–' : showInstant(until)),
  },
  { id: 'placed', label: 'Placed', place: 'none', cell: ({ created_at: at }) => showInstant(at) },
  { id: 'total', label: 'Total', isNumber: true, cell: ({ total }) => formatMoney(total) },
];
