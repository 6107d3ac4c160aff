import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { productsTable } from './productsTable';

/** How staff and imports have changed the stock. What orders took is in their lines. */
export const stockChangesTable = pgTable(
  'stock_changes',
  {
    id: serial('id').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => productsTable.id, { onDelete: 'cascade' }),
    /** Null for a product without variants. The variant may be gone. */
    variantId: text('variant_id'),
    change: integer('change').notNull(),
    /** What could be bought after it. */
    left: integer('left').notNull(),
    reason: text('reason').notNull(),
    note: text('note').notNull(),
    /** Actor of the audit. */
    actor: jsonb('actor').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('stock_changes_product').on(table.productId, table.at)],
);
