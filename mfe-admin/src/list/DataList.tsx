import { DataTable, type TableProps } from './DataTable';
import { useRows } from './useRows';

export type { Column } from './DataTable';

interface DataListProps<Row> extends TableProps<Row> {
  readonly onOpen?: (id: string) => void;
  readonly className?: string | undefined;
}

/** A table whose rows are read and opened, by keys, too. */
export function DataList<Row>({ onOpen, ...table }: DataListProps<Row>) {
  const list = useRows({ ids: table.rows.map(table.getId), ...(onOpen ? { onOpen } : {}) });
  return <DataTable {...table} list={list} />;
}
