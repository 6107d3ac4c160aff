import { listStaffCustomers, type StaffCustomerRow } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { UserX } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { PageHead } from '../frame/PageHead';
import { useKeys } from '../frame/useKeys';
import { DataList, type Column } from '../list/DataList';
import { Pages } from '../list/Pages';
import { useAddress } from '../list/useAddress';
import { useTyped } from '../list/useTyped';
import { Button } from '../parts/Button';
import { Chip } from '../parts/Chip';
import { Field } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { Banner, EmptyState, FailedState, LoadingRows } from '../parts/States';
import { useLoaded } from '../useApi';
import { formatDay, getCustomerPath } from './describeCustomer';
import styles from './CustomersPage.module.css';

/** Fewer letters find nothing. */
const MIN_SEARCH = 2;
const isSearch = (text: string): boolean => text === '' || text.length >= MIN_SEARCH;

const COLUMNS: readonly Column<StaffCustomerRow>[] = [
  {
    id: 'name',
    label: 'Name',
    place: 'main',
    cell: ({ id, name }) => (
      <Link className={styles.name} to={getCustomerPath(id)}>
        {name}
      </Link>
    ),
  },
  { id: 'email', label: 'E-mail', cell: ({ email }) => email },
  {
    id: 'orders',
    label: 'Orders',
    isNumber: true,
    cell: ({ orders }) => (
      <>
        {orders}
        <span className={styles.unit}>{orders === 1 ? ' order' : ' orders'}</span>
      </>
    ),
  },
  { id: 'spent', label: 'Spent', isNumber: true, cell: ({ spent }) => formatMoney(spent) },
  {
    id: 'last',
    label: 'Last order',
    place: 'none',
    cell: ({ last_order_at: at }) => (at === null ? '–' : <time dateTime={at}>{formatDay(at)}</time>),
  },
  {
    id: 'since',
    label: 'Customer since',
    place: 'none',
    cell: ({ created_at: at }) => <time dateTime={at}>{formatDay(at)}</time>,
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ erased_at: at }) =>
      at !== null && (
        <Chip icon={UserX} tone="wait">
          Erased {formatDay(at)}
        </Chip>
      ),
  },
];

/** The desk of customers: who has an account. */
export function CustomersPage() {
  const { read, change } = useAddress();
  const navigate = useNavigate();
  const q = read('q');
  const cursor = read('cursor');
  const { value, failure, loading, reload } = useLoaded(
    listStaffCustomers,
    { query: { ...(q === '' ? {} : { q }), ...(cursor === '' ? {} : { cursor }) } },
    `${q} ${cursor}`,
  );
  const [typed, type] = useTyped(q, (next) => change({ q: next }, { replace: true }), isSearch);
  useKeys({ f: () => document.querySelector<HTMLElement>('[name="q"]')?.focus() });
  const customers = value?.data.items;
  return (
    <>
      <PageHead title="Customers" text="Who has an account. Guests are found among the orders." />
      <Panel flush>
        <div className={styles.filters} role="search" aria-label="Customers">
          <Field
            label="E-mail, name or order number"
            name="q"
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={typed}
            error={failure?.fields['q']}
            onChange={({ target }) => type(target.value)}
          />
        </div>
        {failure && customers && (
          <Banner>
            <span>{failure.message} What you see is from before.</span>
            <Button onClick={reload}>Try again</Button>
          </Banner>
        )}
        {failure && !customers && <FailedState failure={failure} onRetry={reload} />}
        {!customers && loading && <LoadingRows />}
        {customers?.length === 0 &&
          (q === '' ? (
            <EmptyState title="No customers yet" text="Whoever makes an account in the shop is here." />
          ) : (
            <EmptyState title="No customers match" text="No address and no word of a name begins like this.">
              <Button onClick={() => change({ q: '' })}>Clear the search</Button>
            </EmptyState>
          ))}
        {customers && customers.length > 0 && (
          <DataList
            label="Customers"
            rows={customers}
            columns={COLUMNS}
            getId={({ id }) => id}
            onOpen={(id) => void navigate(getCustomerPath(id))}
          />
        )}
        <Pages
          cursor={cursor}
          next={value?.data.next ?? null}
          onCursor={(next) => change({ cursor: next }, { keepPage: true })}
        />
      </Panel>
    </>
  );
}
