import type { StorefrontSlug } from '@shop/contracts';
import { findProductsAfter } from '../productsImportRepository';
import { BYTE_ORDER_MARK, formatLine, type CsvCell } from '../../../csv/csvLine';
import type { Queryable } from '../../../database/Database';
import { toCells } from './planImport';
import { PRODUCT_CELLS, PRODUCT_COLUMNS, type ProductCells, type ProductColumn } from './productCells';

const BATCH_SIZE = 500;
const formatCell = <Column extends ProductColumn>(cells: ProductCells, column: Column): CsvCell => {
  const { format, isValue = false } = PRODUCT_CELLS[column];
  return isValue ? { value: format(cells[column]) } : format(cells[column]);
};

/** Yields CSV with all columns of an import. */
export async function* exportProducts(database: Queryable, store: StorefrontSlug | null): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatLine(PRODUCT_COLUMNS);
  let lastId = '';
  for (;;) {
    const batch = await findProductsAfter(database, store, lastId, BATCH_SIZE);
    if (batch.length > 0)
      yield batch
        .map((product) => formatLine(PRODUCT_COLUMNS.map((column) => formatCell(toCells(product), column))))
        .join('');
    const lastProduct = batch.at(-1);
    if (!lastProduct || batch.length < BATCH_SIZE) return;
    lastId = lastProduct.row.id;
  }
}
