import { readText } from '../parts/readText';
import { exportAudit, listAudit, type AuditRow } from '@shop/contracts';
import { saveFile } from '@shop/shared/api-client/saveFile';
import { Download } from 'lucide-react';
import { use, useState } from 'react';
import { PageHead } from '../frame/PageHead';
import { ToastContext } from '../frame/Toasts';
import { ColumnChoice, pickColumns } from '../list/ColumnChoice';
import { DataList, type Column } from '../list/DataList';
import { Pages } from '../list/Pages';
import { useAddress } from '../list/useAddress';
import { ViewTabs } from '../list/ViewTabs';
import { Button } from '../parts/Button';
import { Choice, Field } from '../parts/Field';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import { Panel } from '../parts/Panel';
import { Banner, EmptyState, FailedState, LoadingRows } from '../parts/States';
import { useCall, useLoaded } from '../useApi';
import { Changes } from './Changes';
import { describeAction } from './describeAction';
import styles from './AuditPage.module.css';

const ACTORS = [
  { value: '', label: 'Everybody' },
  { value: 'staff', label: 'Staff' },
  { value: 'operator', label: 'Terminal' },
  { value: 'job', label: 'Jobs' },
  { value: 'provider', label: 'Payment provider' },
  { value: 'shopper', label: 'Shoppers' },
];
const KINDS = [
  { value: '', label: 'Everything' },
  ...[
    ...['order', 'customer', 'review', 'staff', 'invite', 'coupon', 'products', 'category', 'brand', 'picture'],
    ...['content', 'setting', 'area', 'slot', 'mails', 'backup'],
  ].map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
];
const FILTERS = ['by', 'kind', 'subject', 'from', 'to'] as const;
const PRESETS = [
  { name: 'Everything', search: '' },
  { name: 'Staff', search: 'by=staff' },
  { name: 'Orders', search: 'kind=order' },
];

const COLUMNS: readonly Column<AuditRow>[] = [
  {
    id: 'at',
    label: 'When',
    cell: ({ at }) => (
      <time dateTime={at} title={formatInstant(at)}>
        {formatWhen(at)}
      </time>
    ),
  },
  { id: 'who', label: 'Who', cell: ({ actor }) => actor.name, place: 'main' },
  { id: 'way', label: 'Way', cell: ({ actor }) => actor.kind, place: 'none' },
  { id: 'what', label: 'What', cell: ({ action }) => describeAction(action) },
  { id: 'subject', label: 'Which', cell: ({ subject }) => <code>{subject.id}</code> },
  { id: 'from', label: 'From', cell: ({ actor }) => actor.network ?? '–', place: 'none' },
];

/** Who did what: filters in the address, before and after in place, CSV. */
export function AuditPage() {
  const { read, change, search } = useAddress();
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (read(name) === '' ? [] : [[name, read(name)]])));
  const cursor = read('cursor');
  const key = new URLSearchParams(filter).toString();
  const { value, failure, loading, reload } = useLoaded(
    listAudit,
    { query: { ...filter, ...(cursor === '' ? {} : { cursor }) } },
    `${key} ${cursor}`,
  );
  const call = useCall();
  const toast = use(ToastContext);
  const [exporting, setExporting] = useState(false);
  const [shown, setShown] = useState<readonly string[] | null>(null);

  const exportCsv = async (): Promise<void> => {
    setExporting(true);
    const result = await call(exportAudit, { body: filter });
    setExporting(false);
    if (!result.ok) return toast({ text: result.failure.message, isError: true });
    const { csv, rows: count, complete } = result.value;
    saveFile('audit.csv', csv);
    toast({ text: complete ? `${count} rows exported.` : `The newest ${count} rows exported.` });
  };

  const rows = value?.data.items;
  const open = read('open');
  const opened = rows?.find(({ id }) => String(id) === open);
  return (
    <>
      <PageHead title="Audit log" text="Who did what, when and from where. Rows are only added, never changed.">
        <Button icon={Download} busy={exporting && 'Exporting'} onClick={() => void exportCsv()}>
          Export CSV
        </Button>
      </PageHead>
      <Panel flush>
        <ViewTabs list="audit" presets={PRESETS} search={key} columns={shown} onColumns={setShown} />
        <form
          method="post"
          className={styles.filters}
          key={key}
          onSubmit={(event) => {
            event.preventDefault();
            change({ subject: readText(new FormData(event.currentTarget), 'subject') });
          }}
        >
          <Choice label="Who" name="by" value={read('by')} options={ACTORS} onChange={(by) => change({ by })} />
          <Choice label="What" name="kind" value={read('kind')} options={KINDS} onChange={(kind) => change({ kind })} />
          <Field
            label="Which"
            name="subject"
            defaultValue={read('subject')}
            placeholder="Order number, code, address"
          />
          <Field
            label="From"
            type="date"
            defaultValue={read('from')}
            error={failure?.fields['from']}
            onChange={(event) => change({ from: event.target.value })}
          />
          <Field
            label="To"
            type="date"
            defaultValue={read('to')}
            error={failure?.fields['to']}
            onChange={(event) => change({ to: event.target.value })}
          />
        </form>
        <ColumnChoice columns={COLUMNS} shown={shown} onChange={setShown} />
        {failure && rows && (
          <Banner>
            <span>{failure.message} What you see is from before.</span>
            <Button onClick={reload}>Try again</Button>
          </Banner>
        )}
        {failure && !rows && <FailedState failure={failure} onRetry={reload} />}
        {!rows && loading && <LoadingRows />}
        {rows?.length === 0 && (
          <EmptyState
            title="No rows"
            text={search === '' ? 'Nothing has been done yet.' : 'Nothing was done that these filters find.'}
          >
            {search !== '' && (
              <Button onClick={() => change({ by: '', kind: '', subject: '', from: '', to: '' })}>Clear filters</Button>
            )}
          </EmptyState>
        )}
        {rows && rows.length > 0 && (
          <DataList
            label="Audit log"
            rows={rows}
            getId={({ id }) => String(id)}
            columns={[
              ...pickColumns(COLUMNS, shown),
              {
                id: 'open',
                label: 'Change',
                cell: ({ id, before, after }) =>
                  before === null && after === null ? (
                    '–'
                  ) : (
                    <Button
                      tone="quiet"
                      aria-expanded={open === String(id)}
                      onClick={() => change({ open: open === String(id) ? '' : String(id) }, { keepPage: true })}
                    >
                      {open === String(id) ? 'Hide' : 'Show'}
                    </Button>
                  ),
              },
            ]}
            onOpen={(id) => change({ open: open === id ? '' : id }, { keepPage: true })}
            open={opened && { id: open, details: <Changes before={opened.before} after={opened.after} /> }}
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
