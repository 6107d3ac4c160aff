import type { ReactNode } from 'react';
import { useRows } from './useRows';
import styles from './DataList.module.css';

/** A column of a list. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** On phones, rows become two lines, the main column first. On tablets, too, what is `none` is left out. */
  readonly place?: 'main' | 'side' | 'none';
}

interface DataListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly getId: (row: Row) => string;
  readonly onOpen?: (id: string) => void;
  /** The row whose details are shown below it. */
  readonly open?: { readonly id: string; readonly details: ReactNode } | undefined;
}

/** A table of at most fifty rows, which become two lines each on phones. The server sorts, filters and pages. */
export function DataList<Row>({ label, rows, columns, getId, onOpen, open }: DataListProps<Row>) {
  const { cursor } = useRows({ ids: rows.map(getId), ...(onOpen ? { onOpen } : {}) });
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ id, label: text, place = 'side' }) => (
              <th key={id} scope="col" data-place={place}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = getId(row);
            const cells = columns.map(({ id: name, cell, place = 'side' }) => (
              <td key={name} data-place={place}>
                {cell(row)}
              </td>
            ));
            return [
              <tr key={id} data-row={id} className={cursor === id ? styles.cursor : undefined}>
                {cells}
              </tr>,
              open?.id === id && (
                <tr key={`${id} open`} className={styles.open}>
                  <td colSpan={columns.length}>{open.details}</td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
    </div>
  );
}
