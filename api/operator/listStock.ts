import { findStock, type StockFilter } from '../src/modules/orders/stockRepository';
import type { OperatorContext } from './OperatorContext';
import { printPage } from './printPage';

/** `products stock`: prints what can be bought, what unpaid orders hold, and what is sold. */
export const listStock = async (
  { database, print }: OperatorContext,
  filter: StockFilter,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const { page, pageSize } = filter;
  printPage(
    { ...(await findStock(database, filter)), page, pageSize },
    {
      noun: 'products',
      json,
      headings: ['PRODUCT', 'VARIANT', 'NAME', 'STOCK', 'HELD', 'SOLD'],
      toRow: ({ product_id: id, variant_id: variant, name, stock, held, sold }) => [
        id,
        variant ?? '',
        name,
        ...[stock, held, sold].map(String),
      ],
    },
    print,
  );
};
