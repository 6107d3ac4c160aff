import { listStockChanges, type StaffProduct, type StockChange } from '@shop/contracts';
import { ArrowDownUp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DataList, type Column } from '../../list/DataList';
import { getOrderPath } from '../../orders/list/describeOrder';
import { useMay } from '../../orders/order/useOrder';
import { Button } from '../../parts/Button';
import { formatInstant, formatWhen } from '../../parts/formatWhen';
import { Panel } from '../../parts/Panel';
import { FailedState, LoadingRows } from '../../parts/States';
import { useLoaded } from '../../useApi';
import styles from './ProductPage.module.css';

export const REASONS: Readonly<Record<string, string>> = {
  received: 'Received',
  counted: 'Counted',
  damaged: 'Damaged',
  returned: 'Returned',
  other: 'Other',
  imported: 'Import',
  undone: 'Import undone',
  edited: 'Product changed',
  ordered: 'Order',
};

interface StockPanelProps {
  readonly product: StaffProduct;
  /** Names of variants. */
  readonly names: ReadonlyMap<string, string>;
  readonly onChange: () => void;
}

const sumOf = (stock: StaffProduct['stock'], key: 'stock' | 'held'): number =>
  stock.reduce((sum, pieces) => sum + pieces[key], 0);

/** What can be bought, what is held, and how it came to that. */
export function StockPanel({ product, names, onChange }: StockPanelProps) {
  const { id, stock, version } = product;
  const [cursor, setCursor] = useState('');
  const mayReadOrders = useMay('orders.read');
  const { value, failure, loading, reload } = useLoaded(
    listStockChanges,
    { params: { id }, query: cursor === '' ? {} : { cursor } },
    `${id} ${version} ${cursor}`,
  );
  const held = sumOf(stock, 'held');
  const columns: readonly Column<StockChange>[] = [
    {
      id: 'at',
      label: 'When',
      cell: ({ at }) => (
        <time dateTime={at} title={formatInstant(at)}>
          {formatWhen(at)}
        </time>
      ),
    },
    ...(names.size > 0
      ? [
          {
            id: 'variant',
            label: 'Variant',
            cell: ({ variant_id: variant }: StockChange) => (variant === null ? '–' : (names.get(variant) ?? variant)),
          },
        ]
      : []),
    {
      id: 'why',
      label: 'Why',
      place: 'main',
      cell: ({ reason, note, order }) => (
        <>
          {REASONS[reason] ?? reason}{' '}
          {order !== null && (mayReadOrders ? <Link to={getOrderPath(order)}>{order}</Link> : order)}
          {note !== '' && <span className={styles.muted}> {note}</span>}
        </>
      ),
    },
    { id: 'who', label: 'Who', place: 'none', cell: ({ by }) => by },
    {
      id: 'change',
      label: 'Change',
      isNumber: true,
      cell: ({ change }) => (change > 0 ? `+${change}` : `−${-change}`),
    },
    { id: 'left', label: 'Left', isNumber: true, cell: ({ left }) => left ?? '–' },
  ];
  const rows = value?.data.items;
  const next = value?.data.next ?? null;
  return (
    <Panel
      title="Stock"
      flush
      action={
        <Button icon={ArrowDownUp} onClick={onChange}>
          Change the stock
        </Button>
      }
    >
      <p className={styles.inside}>
        {sumOf(stock, 'stock')} can be bought{held > 0 && `, ${held} more are held by unpaid orders`}.
      </p>
      {failure && !rows && <FailedState failure={failure} onRetry={reload} />}
      {!rows && loading && <LoadingRows count={2} />}
      {rows?.length === 0 && <p className={styles.inside}>Nothing has come or gone yet.</p>}
      {rows && rows.length > 0 && (
        <DataList label="History of the stock" rows={rows} getId={(row) => row.id} columns={columns} />
      )}
      {(cursor !== '' || next !== null) && (
        <div className={styles.more}>
          <Button disabled={cursor === ''} onClick={() => setCursor('')}>
            Newest
          </Button>
          <Button disabled={next === null} onClick={() => next !== null && setCursor(next)}>
            Older
          </Button>
        </div>
      )}
    </Panel>
  );
}
