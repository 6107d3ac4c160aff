import { listStaffAreas, type StaffArea } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { PageHead } from '../frame/PageHead';
import { useKeys } from '../frame/useKeys';
import { DataList, type Column } from '../list/DataList';
import { useAddress } from '../list/useAddress';
import { ViewTabs } from '../list/ViewTabs';
import { ButtonLink } from '../parts/Button';
import { Choice } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { EmptyState, FailedState, LoadingRows } from '../parts/States';
import { useLoaded } from '../useApi';
import { describeRun, getAreaPath } from './describeDelivery';
import { SlotsTable } from './SlotsTable';
import styles from './DeliveryPage.module.css';

const VIEWS = [
  { name: 'Slots', search: '' },
  { name: 'Areas', search: 'view=areas' },
];
const NEW_AREA = '/admin/delivery/new';

const COLUMNS: readonly Column<StaffArea>[] = [
  {
    id: 'name',
    label: 'Area',
    place: 'main',
    cell: ({ id, name }) => (
      <Link className={styles.when} to={getAreaPath(id)}>
        {name}
      </Link>
    ),
  },
  {
    id: 'codes',
    label: 'Postal codes',
    cell: ({ country, prefixes }) => (
      <span className={styles.codes} title={prefixes.join(', ')}>
        {country} {prefixes.join(', ')}
      </span>
    ),
  },
  {
    id: 'minimum',
    label: 'Smallest order',
    place: 'none',
    cell: ({ minimum_cents: minimum }) => (minimum === 0 ? '–' : formatMoney(minimum / 100)),
  },
  {
    id: 'runs',
    label: 'Runs',
    place: 'none',
    cell: ({ runs }) => (
      <span className={styles.codes} title={runs.map(describeRun).join(' · ')}>
        {runs.length === 0 ? 'No van goes there' : runs.map(describeRun).join(' · ')}
      </span>
    ),
  },
];

/** Where vans bring food, and when. */
export function DeliveryPage() {
  const { read, change } = useAddress();
  const navigate = useNavigate();
  const isAreas = read('view') === 'areas';
  const { value, failure, loading, reload } = useLoaded(listStaffAreas, {}, '');
  useKeys({ n: () => void navigate(NEW_AREA) });
  const areas = value?.data;
  const area = areas?.find(({ id }) => id === read('area')) ?? areas?.[0];
  return (
    <>
      <PageHead title="Delivery" text="Where vans bring food, and when.">
        <ButtonLink tone="primary" icon={Plus} shortcut="N" to={NEW_AREA}>
          New area
        </ButtonLink>
      </PageHead>
      <Panel flush>
        <ViewTabs list="delivery" presets={VIEWS} search={isAreas ? 'view=areas' : ''} />
        {failure && <FailedState failure={failure} onRetry={reload} />}
        {!areas && loading && <LoadingRows />}
        {areas?.length === 0 && (
          <EmptyState title="No areas yet" text="Without one, shoppers cannot order food. Make the first one." />
        )}
        {areas && areas.length > 0 && isAreas && (
          <DataList
            label="Delivery areas"
            rows={areas}
            columns={COLUMNS}
            getId={({ id }) => id}
            onOpen={(id) => void navigate(getAreaPath(id))}
          />
        )}
        {area && !isAreas && (
          <>
            <div className={styles.filters}>
              <Choice
                label="Area"
                name="area"
                value={area.id}
                options={(areas ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(next) => change({ area: next })}
              />
            </div>
            <SlotsTable key={area.id} area={area.id} />
          </>
        )}
      </Panel>
    </>
  );
}
