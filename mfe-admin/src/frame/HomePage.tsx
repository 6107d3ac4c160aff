import { useAppSelector } from '@shop/shared/state';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { selectCounts, selectMe } from '../adminSlice';
import { Panel } from '../parts/Panel';
import { EmptyState } from '../parts/States';
import { formatCount, listPlaces } from './places';
import { PageHead } from './PageHead';
import styles from './HomePage.module.css';

/** What waits for somebody, and nothing else. */
export function HomePage() {
  const me = useAppSelector(selectMe);
  const counts = useAppSelector(selectCounts);
  if (!me) return null;
  const waiting = listPlaces(me.role).flatMap(({ path, name, icon, counts: key }) => {
    const count = key === undefined ? 0 : (counts[key] ?? 0);
    return count > 0 ? [{ path, name, icon, count }] : [];
  });
  return (
    <>
      <PageHead title={`Hello ${me.name}`} text="What waits for somebody comes first." />
      <Panel title="To do" flush>
        {waiting.length === 0 ? (
          <EmptyState icon={Check} title="All done" text="Nothing waits for you now." />
        ) : (
          <ul className={styles.list}>
            {waiting.map(({ path, name, icon: Icon, count }) => (
              <li key={path}>
                <Link to={path}>
                  <Icon aria-hidden />
                  {name}
                  <b>{formatCount(count)}</b>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
