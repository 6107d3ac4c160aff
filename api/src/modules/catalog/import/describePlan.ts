import type { ChangedProduct, ImportPlan } from './planImport';
import { PRODUCT_CELLS, type ProductCells, type ProductColumn } from './productCells';

/** A column of a changed product, as a file writes it. */
interface ColumnChange {
  readonly column: ProductColumn;
  readonly before: string;
  readonly after: string;
}

const formatCell = <Column extends ProductColumn>(cells: ProductCells, column: Column): string =>
  PRODUCT_CELLS[column].format(cells[column]);

export const describeChanges = ({
  columns,
  before,
  after,
}: Pick<ChangedProduct, 'columns' | 'before' | 'after'>): ColumnChange[] =>
  columns.map((column) => ({ column, before: formatCell(before, column), after: formatCell(after, column) }));

export const describeTotals = ({
  created,
  changed,
  unchanged,
}: Pick<ImportPlan, 'created' | 'changed' | 'unchanged'>): string =>
  `${created.length} created, ${changed.length} changed, ${unchanged} unchanged`;
