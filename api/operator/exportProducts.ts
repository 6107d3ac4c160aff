import type { StorefrontSlug } from '@shop/shared/contracts';
import { findProductsAfter } from '../src/modules/catalogue/productsImportRepository';
import { guardFormula } from './formulaCells';
import type { OperatorContext } from './OperatorContext';
import { toCells } from './planImport';
import { PRODUCT_CELLS, PRODUCT_COLUMNS, type ProductCells, type ProductColumn } from './productCells';

const BATCH = 500;
const BYTE_ORDER_MARK = '\ufeff';

const quote = (cell: string): string => (/[",;\t\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
export const toLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quote(guardFormula(cell))).join(',')}\r\n`;
const show = <Column extends ProductColumn>(cells: ProductCells, column: Column): string =>
  PRODUCT_CELLS[column].format(cells[column]);

/**
 * `products export`: every column that an import reads, in parts. The byte order mark tells spreadsheets that it is
 * UTF-8.
 */
export async function* exportProducts(
  { database }: Pick<OperatorContext, 'database'>,
  store: StorefrontSlug | null,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toLine(PRODUCT_COLUMNS);
  let last = '';
  for (;;) {
    const batch = await findProductsAfter(database, store, last, BATCH);
    if (batch.length > 0)
      yield batch.map((product) => toLine(PRODUCT_COLUMNS.map((column) => show(toCells(product), column)))).join('');
    const end = batch.at(-1);
    if (!end || batch.length < BATCH) return;
    last = end.row.id;
  }
}
