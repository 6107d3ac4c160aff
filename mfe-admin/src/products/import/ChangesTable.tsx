import { listImportChanges, type ImportChange, type StaffImport } from '@shop/contracts';
import { PenLine, Plus } from 'lucide-react';
import { useAddress } from '../../list/useAddress';
import { DataList, type Column } from '../../list/DataList';
import { Pages } from '../../list/Pages';
import { Chip } from '../../parts/Chip';
import { FailedState, LoadingRows } from '../../parts/States';
import { useLoaded } from '../../useApi';
import { nameColumn } from './describeImport';
import styles from './ImportPage.module.css';

const getId = ({ id }: ImportChange): string => id;

function Values({ is_new: isNew, columns }: ImportChange) {
  return (
    <dl className={styles.values}>
      {columns.map(({ column, before, after }) => (
        <div key={column}>
          <dt>{nameColumn(column)}</dt>
          <dd>
            {!isNew && (
              <>
                <del>{before || 'empty'}</del> <span aria-hidden>→</span>{' '}
              </>
            )}
            <ins>{after || 'empty'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const COLUMNS: readonly Column<ImportChange>[] = [
  {
    id: 'product',
    label: 'Product',
    place: 'main',
    cell: ({ name, id }) => (
      <>
        <b>{name}</b> <code className={styles.code}>{id}</code>
      </>
    ),
  },
  {
    id: 'kind',
    label: 'State',
    cell: ({ is_new: isNew }) =>
      isNew ? (
        <Chip icon={Plus} tone="live">
          New
        </Chip>
      ) : (
        <Chip icon={PenLine} tone="move">
          Changed
        </Chip>
      ),
  },
  {
    id: 'values',
    label: 'Before → after',
    place: 'main',
    cell: (change) =>
      change.is_new ? (
        <details className={styles.details}>
          <summary>{change.columns.length} values</summary>
          <Values {...change} />
        </details>
      ) : (
        <Values {...change} />
      ),
  },
];

/** What a plan creates and changes, fifty products a page. */
export function ChangesTable({ id, hash, pages }: Pick<StaffImport, 'id' | 'hash' | 'pages'>) {
  const { read, change } = useAddress();
  const cursor = read('cursor');
  const page = Math.min(pages, Number(cursor) || 1);
  const { value, failure, reload } = useLoaded(
    listImportChanges,
    { params: { id: String(id) }, query: { page: String(page) } },
    `${id} ${hash} ${page}`,
  );
  if (!value) return failure ? <FailedState failure={failure} onRetry={reload} /> : <LoadingRows />;
  return (
    <>
      <DataList
        label="What changes"
        rows={value.data.items}
        columns={COLUMNS}
        getId={getId}
        className={styles.changes}
      />
      <Pages
        cursor={cursor}
        next={page < pages ? String(page + 1) : null}
        onCursor={(next) => change({ cursor: next }, { keepPage: true })}
      />
    </>
  );
}
