import { describeQuantity, getLowStock, type LowStock } from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { Link } from 'react-router-dom';
import { Panel } from '../parts/Panel';
import { FailedState, LoadingRows } from '../parts/States';
import { useLoaded } from '../useApi';
import { formatCount } from './places';
import styles from './LowStockPanel.module.css';

const SHOWN = 3;
/** In pixels: what is left of twenty pieces. */
const BAR = { inline: 64, block: 6, piece: 3.2, least: 2 };

const describeLeft = ({ stock, measure }: LowStock): string =>
  stock === 0 ? 'Out of stock' : `${describeQuantity(stock, measure)} left`;

/** Of which products few are left, the fewest first. Without any, there is nothing to say. */
export function LowStockPanel() {
  const { value, failure, reload } = useLoaded(getLowStock, {}, '');
  if (value?.data.total === 0) return null;
  return (
    <Panel
      title="Low stock"
      flush
      action={
        value && (
          <Link to="/admin/products?view=low" className={styles.all}>
            All {formatCount(value.data.total)}
          </Link>
        )
      }
    >
      {value ? (
        <ul className={styles.rows}>
          {value.data.items.map((item) => (
            <li key={item.product_id + (item.variant_id ?? '')} data-none={item.stock <= 1 || undefined}>
              <span className={styles.picture}>
                <Picture src={item.image} alt="" sizes="32px" />
              </span>
              <span className={styles.name}>{item.name}</span>
              <svg viewBox={`0 0 ${BAR.inline} ${BAR.block}`} aria-hidden>
                <rect width={Math.max(BAR.least, item.stock * BAR.piece)} height={BAR.block} />
              </svg>
              <span className={styles.left}>{describeLeft(item)}</span>
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
