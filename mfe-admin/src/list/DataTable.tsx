import type { MouseEvent, ReactNode } from 'react';
import type { Rows } from './useRows';
import styles from './DataTable.module.css';

/** A column of a list. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** On phones, rows become two lines, the main column first. On tablets, too, what is `none` is left out. */
  readonly place?: 'main' | 'side' | 'none';
  /** Of numbers. */
  readonly isNumber?: boolean;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly getId: (row: Row) => string;
  /** The row whose details are shown below it. */
  readonly open?: { readonly id: string; readonly details: ReactNode } | undefined;
}

interface DataTableProps<Row> extends TableProps<Row> {
  readonly list: Rows;
  /** Makes rows selectable: "Select order 10481". */
  readonly nameSelection?: (row: Row) => string;
  /** A click on the row, where it is nothing else. */
  readonly onOpen?: (id: string) => void;
  /** Lays out the rows on phones: cells have `data-column`. */
  readonly className?: string | undefined;
}

/** A click on text that is being selected, or on a control, is not one on the row. */
const isOnRow = ({ target }: MouseEvent): boolean =>
  target instanceof Element && !target.closest('a, button, label') && (window.getSelection()?.isCollapsed ?? true);

/** A table of at most fifty rows, which become two lines each on phones. The server sorts, filters and pages. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, getId, open, list, nameSelection, onOpen, className } = props;
  const { cursor, selected } = list;
  const ids = rows.map(getId);
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <div className={[styles.scroll, className].filter(Boolean).join(' ')} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {nameSelection && (
              <th scope="col" data-column="select">
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label="Select all on this page"
                    checked={count === ids.length}
                    ref={(box) => {
                      if (box) box.indeterminate = count > 0 && count < ids.length;
                    }}
                    onChange={list.toggleAll}
                  />
                </label>
              </th>
            )}
            {columns.map(({ id, label: text, place = 'side', isNumber }) => (
              <th key={id} scope="col" data-place={place} data-column={id} data-number={isNumber}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = getId(row);
            return [
              <tr
                key={id}
                data-row={id}
                data-selected={selected.has(id) || undefined}
                className={cursor === id ? styles.cursor : undefined}
                onClick={onOpen && ((event) => isOnRow(event) && onOpen(id))}
              >
                {nameSelection && (
                  <td data-column="select">
                    <label className={styles.check}>
                      <input
                        type="checkbox"
                        aria-label={nameSelection(row)}
                        checked={selected.has(id)}
                        onChange={() => list.toggle(id)}
                      />
                    </label>
                  </td>
                )}
                {columns.map(({ id: name, cell, place = 'side', isNumber }) => (
                  <td key={name} data-place={place} data-column={name} data-number={isNumber}>
                    {cell(row)}
                  </td>
                ))}
              </tr>,
              open?.id === id && (
                <tr key={`${id} open`} className={styles.open}>
                  <td colSpan={columns.length + (nameSelection ? 1 : 0)}>{open.details}</td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
    </div>
  );
}
