import { mayDo } from '@shop/contracts';
import { useAppSelector } from '@shop/shared/state';
import { AlarmClock, Check, Clock, Package, Star, Undo2, type LucideIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { selectCounts, selectMe } from '../adminSlice';
import { FiguresOnDemand } from '../figures/FiguresOnDemand';
import { FirstOrders } from '../orders/list/FirstOrders';
import { Panel } from '../parts/Panel';
import { EmptyState, LoadingRows } from '../parts/States';
import { LowStockPanel } from './LowStockPanel';
import { formatCount } from './places';
import { PageHead } from './PageHead';
import styles from './HomePage.module.css';

const FirstSteps = lazy(() => import(/* webpackChunkName: "admin-first-steps" */ './FirstSteps'));

/** What can wait, by its name in the counts, which only has what this person may see. */
const WORK: readonly {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly text: string;
  /** Where it is done. */
  readonly path: string;
}[] = [
  { name: 'to_send', icon: Package, text: 'Orders to send', path: '/admin/orders?view=to-send' },
  { name: 'late', icon: AlarmClock, text: 'Orders that are late', path: '/admin/orders?view=late' },
  { name: 'unpaid', icon: Clock, text: 'Orders that are not paid', path: '/admin/orders?view=unpaid' },
  { name: 'refunds', icon: Undo2, text: 'Refunds that failed or are owed', path: '/admin/orders?view=refunds' },
  { name: 'reviews', icon: Star, text: 'Reviews to read', path: '/admin/reviews' },
];

/** What waits for somebody, and after it how the shop does. */
export function HomePage() {
  const me = useAppSelector(selectMe);
  const counts = useAppSelector(selectCounts);
  if (!me) return null;
  const waiting = WORK.flatMap((work) => {
    const count = counts?.[work.name] ?? 0;
    return count > 0 ? [{ ...work, count }] : [];
  });
  return (
    <div className={styles.home}>
      <PageHead title={`Hello ${me.name}`} text="What waits for somebody comes first." />
      <Panel title="To do" flush>
        {counts === null ? (
          <LoadingRows count={3} />
        ) : waiting.length === 0 ? (
          <EmptyState icon={Check} title="All done" text="Nothing waits for you now." />
        ) : (
          <ul className={styles.list}>
            {waiting.map(({ name, path, text, icon: Icon, count }) => (
              <li key={name} data-late={name === 'late' || undefined}>
                <Link to={path}>
                  <Icon aria-hidden />
                  {text}
                  <b>{formatCount(count)}</b>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {mayDo(me.role, 'settings.write') && (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      )}
      {mayDo(me.role, 'orders.read') && <FirstOrders />}
      {mayDo(me.role, 'catalog.write') && <LowStockPanel />}
      {mayDo(me.role, 'reports.read') && <FiguresOnDemand />}
    </div>
  );
}
