import { listStaffOrders, mayDo, type StaffOrderRow } from '@shop/contracts';
import { useAppSelector } from '@shop/shared/state';
import { CircleCheck, Download, ListChecks, Printer, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectCounts, selectMe } from '../../adminSlice';
import { PageHead } from '../../frame/PageHead';
import { useFocusHome } from '../../frame/useFocusHome';
import { useKeys } from '../../frame/useKeys';
import { BulkBar, FloatingBar } from '../../list/BulkBar';
import { ColumnChoice, pickColumns } from '../../list/ColumnChoice';
import { DataTable } from '../../list/DataTable';
import { Pages } from '../../list/Pages';
import { useAddress } from '../../list/useAddress';
import { useRows } from '../../list/useRows';
import { ViewTabs } from '../../list/ViewTabs';
import { Button } from '../../parts/Button';
import { Panel } from '../../parts/Panel';
import { Banner, EmptyState, FailedState, LoadingRows } from '../../parts/States';
import { useLoaded } from '../../useApi';
import { getOrderPath } from './describeOrder';
import { ExportDialog } from './ExportDialog';
import { listOwnColumns, ORDER_COLUMNS } from './orderColumns';
import { FILTERS, OrderFilters } from './OrderFilters';
import { OrderSheets } from './OrderSheets';
import { SendingResults } from './SendingResults';
import { countOrders, useSending } from './useSending';
import { useSheets } from './useSheets';
import styles from './OrdersPage.module.css';

/** `counts` where the number that waits is that of the view. */
const VIEWS = [
  { view: 'to-send', name: 'To send', counts: 'to_send' },
  { view: 'late', name: 'Late', counts: 'late' },
  { view: 'unpaid', name: 'Unpaid', counts: 'unpaid' },
  { view: 'part-sent', name: 'Part sent' },
  { view: 'refunds', name: 'Refunds' },
  { view: 'all', name: 'All' },
] as const;
const MAX_SELECTED = 200;
/** The API counts no further. */
const MAX_COUNT = 1_000;
const FOCUS_HOME = ['h1'];

const nameSelection = ({ number }: StaffOrderRow): string => `Select order ${number}`;
const getNumber = ({ number }: StaffOrderRow): string => number;

/** The desk of orders: views, search, filters, and what is done with many at once. */
export function OrdersPage() {
  const me = useAppSelector(selectMe);
  const counts = useAppSelector(selectCounts);
  const navigate = useNavigate();
  const { read, change } = useAddress();
  const view = read('view') || 'to-send';
  const cursor = read('cursor');
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (read(name) === '' ? [] : [[name, read(name)]])));
  const isFiltered = Object.keys(filter).length > 0;
  const key = new URLSearchParams({ view, ...filter }).toString();
  const columns = read('columns');
  const shown = columns === '' ? null : columns.split(',');
  const own = ORDER_COLUMNS.filter(({ id }) => listOwnColumns(view).includes(id));
  const { value, failure, loading, reload } = useLoaded(
    listStaffOrders,
    { query: { view, ...filter, ...(cursor === '' ? {} : { cursor }) } },
    `${key} ${cursor}`,
  );
  const orders = value?.data.items;
  const ids = orders?.map(getNumber) ?? [];
  const open = (number: string): void => void navigate(getOrderPath(number));
  const rows = useRows({ ids, onOpen: open, selects: MAX_SELECTED });
  const { select, clear } = rows;
  // Another list is another selection.
  useEffect(() => clear(), [clear, key]);
  const { sheets, isPreparing, printSlips, printPicking } = useSheets();
  const { send, stop, progress, result, forget } = useSending({
    onEnd: (unsent) => {
      select(unsent);
      reload();
    },
  });
  const [isExporting, setIsExporting] = useState(false);

  const chosen = [...rows.selected];
  const maySend = me ? mayDo(me.role, 'orders.write') : false;
  const isChosen = chosen.length > 0 && !progress;
  const sendChosen = isChosen && maySend ? () => void send(chosen) : undefined;
  const printChosen = isChosen && !isPreparing ? () => printSlips(chosen) : undefined;
  useKeys({
    f: () => document.querySelector<HTMLElement>('[name="q"]')?.focus(),
    s: sendChosen,
    p: printChosen,
  });
  useFocusHome(FOCUS_HOME);

  const total = value?.data.total ?? 0;
  const slot = read('slot');
  const clearFilters = (): void => change(Object.fromEntries(FILTERS.map((name) => [name, ''])));
  const empty = isFiltered ? (
    <EmptyState title="No orders match" text="None is found by this search and these filters.">
      <Button onClick={clearFilters}>Clear filters</Button>
      {view !== 'all' && (
        <Button tone="quiet" onClick={() => change({ view: 'all' })}>
          Search all orders
        </Button>
      )}
    </EmptyState>
  ) : view === 'all' ? (
    <EmptyState title="No orders yet" text="The first one shows up here when it is placed." />
  ) : view === 'to-send' ? (
    <EmptyState icon={CircleCheck} title="All sent" text="New orders wait here until they are sent.">
      <Button onClick={() => change({ view: 'all' })}>Show all orders</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={CircleCheck} title="No orders" text="No order is like this now." />
  );

  return (
    <>
      <div className={sheets && styles.screen}>
        <PageHead title="Orders">
          {slot !== '' && (
            <Button icon={ListChecks} busy={isPreparing && 'Preparing'} onClick={() => printPicking(slot)}>
              Picking list
            </Button>
          )}
          <Button icon={Download} onClick={() => setIsExporting(true)}>
            Export CSV
          </Button>
        </PageHead>
        {result && (
          <div className={styles.result}>
            <SendingResults result={result} onClose={forget} />
          </div>
        )}
        <Panel flush>
          <ViewTabs
            list="orders"
            presets={VIEWS.map(({ name, view: preset, ...rest }) => ({
              name,
              search: `view=${preset}`,
              count: 'counts' in rest ? counts?.[rest.counts] : undefined,
            }))}
            search={new URLSearchParams({ view, ...filter, ...(columns === '' ? {} : { columns }) }).toString()}
          />
          <OrderFilters read={read} onChange={change} errors={failure?.fields ?? {}} />
          <div className={styles.line}>
            <p role="status">{value && (total >= MAX_COUNT ? '1,000+ orders' : countOrders(total))}</p>
            {isFiltered && total > 0 && (
              <Button tone="quiet" onClick={clearFilters}>
                Clear filters
              </Button>
            )}
            <ColumnChoice
              columns={ORDER_COLUMNS}
              shown={shown ?? own.map(({ id }) => id)}
              onChange={(next) =>
                change({ columns: (next ?? ORDER_COLUMNS.map(({ id }) => id)).join(',') }, { keepPage: true })
              }
            />
          </div>
          {failure && orders && (
            <Banner>
              <span>{failure.message} What you see is from before.</span>
              <Button onClick={reload}>Try again</Button>
            </Banner>
          )}
          {failure && !orders && <FailedState failure={failure} onRetry={reload} />}
          {!orders && loading && <LoadingRows />}
          {orders?.length === 0 && empty}
          {orders && orders.length > 0 && (
            <DataTable
              label="Orders"
              rows={orders}
              getId={getNumber}
              columns={shown ? pickColumns(ORDER_COLUMNS, shown) : own}
              list={rows}
              nameSelection={nameSelection}
              onOpen={open}
              className={styles.orders}
            />
          )}
          <Pages
            cursor={cursor}
            next={value?.data.next ?? null}
            onCursor={(next) => change({ cursor: next }, { keepPage: true })}
          />
        </Panel>
        {progress ? (
          <FloatingBar label="Sending">
            <b>Sending {countOrders(progress.total)}</b>
            <progress aria-label="Orders sent" value={progress.done} max={progress.total} />
            <span>
              {progress.done} of {progress.total}
            </span>
            <Button busy={progress.isStopping && 'Stopping'} onClick={stop}>
              Stop
            </Button>
          </FloatingBar>
        ) : (
          chosen.length > 0 && (
            <BulkBar list={rows} ids={ids}>
              {maySend && (
                <Button tone="primary" icon={Send} shortcut="S" onClick={sendChosen}>
                  Send
                </Button>
              )}
              <Button icon={Printer} shortcut="P" busy={isPreparing && 'Preparing'} onClick={printChosen}>
                Print
              </Button>
            </BulkBar>
          )
        )}
        {isExporting && <ExportDialog from={read('from')} to={read('to')} onClose={() => setIsExporting(false)} />}
      </div>
      {sheets && <OrderSheets sheets={sheets} />}
    </>
  );
}
