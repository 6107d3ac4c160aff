import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
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
    /** Of the request that asked for it: a repeated one changes nothing. Null of what changed with the product. */
    key: text('key'),
  },
  (table) => [
    index('stock_changes_product').on(table.productId, table.at),
    uniqueIndex('stock_changes_key')
      .on(table.key)
      .where(sql`${table.key} is not null`),
  ],
);
