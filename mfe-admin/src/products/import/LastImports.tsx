import type { ImportRow } from '@shop/contracts';
import { Link } from 'react-router-dom';
import { DataTable, type Column } from '../../list/DataTable';
import type { Rows } from '../../list/useRows';
import { Button } from '../../parts/Button';
import { Chip } from '../../parts/Chip';
import { formatInstant, formatWhen } from '../../parts/formatWhen';
import { Panel } from '../../parts/Panel';
import { describeTotals, STATES } from './describeImport';
import styles from './ImportPage.module.css';

/** The keys belong to the import above. */
const STILL: Rows = {
  cursor: undefined,
  selected: new Set(),
  toggle: () => undefined,
  toggleAll: () => undefined,
  select: () => undefined,
  clear: () => undefined,
};
const getId = ({ id }: ImportRow): string => String(id);

const hasTotals = ({ state }: ImportRow): boolean => state !== 'waiting' && state !== 'planning' && state !== 'failed';

interface LastImportsProps {
  readonly imports: readonly ImportRow[];
  readonly onUndo: (row: ImportRow) => void;
}

/** The last imports, with who, when and how much. */
export function LastImports({ imports, onUndo }: LastImportsProps) {
  if (imports.length === 0) return null;
  const columns: readonly Column<ImportRow>[] = [
    {
      id: 'file',
      label: 'File',
      place: 'main',
      cell: ({ id, file }) => (
        <Link to={`/admin/products/import?import=${id}`} className={styles.file}>
          {file}
        </Link>
      ),
    },
    {
      id: 'state',
      label: 'State',
      cell: ({ state }) => {
        const { word, ...chip } = STATES[state];
        return <Chip {...chip}>{word}</Chip>;
      },
    },
    { id: 'totals', label: 'Products', cell: (row) => hasTotals(row) && describeTotals(row.totals) },
    {
      id: 'by',
      label: 'By',
      cell: ({ by, undone_by: undoneBy }) =>
        undoneBy === null || undoneBy === by ? by : `${by}, undone by ${undoneBy}`,
    },
    {
      id: 'at',
      label: 'When',
      cell: ({ at }) => (
        <time dateTime={at} title={formatInstant(at)}>
          {formatWhen(at)}
        </time>
      ),
    },
    {
      id: 'undo',
      label: 'Undo',
      cell: (row) =>
        row.can_undo && (
          <Button aria-label={`Undo ${row.file}`} onClick={() => onUndo(row)}>
            Undo
          </Button>
        ),
    },
  ];
  return (
    <Panel title="Last imports" flush>
      <DataTable label="Imports" rows={imports} columns={columns} getId={getId} list={STILL} />
    </Panel>
  );
}
