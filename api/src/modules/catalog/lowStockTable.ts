import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * What has at most LOW_STOCK pieces. Triggers of `products` and `product_variants` write it: an index of the stock
 * itself would make each order write all indexes of its product. Without foreign keys, which would lock products.
 */
export const lowStockTable = pgTable(
  'low_stock',
  {
    productId: text('product_id').notNull(),
    /** '' for a product without variants. */
    variantId: text('variant_id').notNull(),
    stock: integer('stock').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.variantId] }),
    index('low_stock_by_stock').on(table.stock, table.productId, table.variantId),
  ],
);
