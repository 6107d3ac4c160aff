import type { StaffImportProblem } from '@shop/contracts';
import { DataList, type Column } from '../../list/DataList';
import { formatNumber, nameColumn } from './describeImport';
import styles from './ImportPage.module.css';

interface NumberedProblem extends StaffImportProblem {
  readonly id: string;
}

const getId = ({ id }: NumberedProblem): string => id;
const COLUMNS: readonly Column<NumberedProblem>[] = [
  { id: 'line', label: 'Line', cell: ({ line }) => <b>{formatNumber(line)}</b> },
  { id: 'column', label: 'Column', cell: ({ column }) => (column === '' ? 'The line' : nameColumn(column)) },
  { id: 'message', label: 'What is wrong', place: 'main', cell: ({ message }) => message },
];

interface ProblemsTableProps {
  readonly problems: readonly StaffImportProblem[];
  /** How many there are in all. */
  readonly total: number;
}

/** Errors of a file by line and column. */
export function ProblemsTable({ problems, total }: ProblemsTableProps) {
  return (
    <>
      <DataList
        label="Errors of the file"
        rows={problems.map((problem, index) => ({ ...problem, id: String(index) }))}
        columns={COLUMNS}
        getId={getId}
        className={styles.problems}
      />
      {total > problems.length && (
        <p className={styles.more}>
          These are the first {formatNumber(problems.length)} of {formatNumber(total)} errors.
        </p>
      )}
    </>
  );
}
