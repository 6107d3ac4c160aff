import { ChevronDown } from 'lucide-react';
import type { Column } from './DataList';
import styles from './ColumnChoice.module.css';

interface ColumnChoiceProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** Ids of those that are shown; null for all. */
  readonly shown: readonly string[] | null;
  readonly onChange: (shown: readonly string[] | null) => void;
}

/** Columns of a view. A saved one that no longer exists is left out; one that was chosen is shown on tablets, too. */
export const pickColumns = <Row,>(
  columns: readonly Column<Row>[],
  shown: readonly string[] | null,
): readonly Column<Row>[] => {
  if (shown === null) return columns;
  const picked = columns
    .filter(({ id }) => shown.includes(id))
    .map((column) => (column.place === 'none' ? { ...column, place: 'side' as const } : column));
  return picked.length > 0 ? picked : columns;
};

export function ColumnChoice<Row>({ columns, shown, onChange }: ColumnChoiceProps<Row>) {
  const ids = pickColumns(columns, shown).map(({ id }) => id);
  const toggle = (id: string): void => {
    const next = columns.map((column) => column.id).filter((one) => ids.includes(one) !== (one === id));
    onChange(next.length === columns.length ? null : next);
  };
  return (
    <details className={styles.choice}>
      <summary>
        Columns <ChevronDown aria-hidden />
      </summary>
      <ul>
        {columns.map(({ id, label }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={ids.includes(id)} onChange={() => toggle(id)} />
              {label}
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
