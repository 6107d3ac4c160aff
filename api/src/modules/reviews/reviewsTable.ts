import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { accountsTable } from '../auth/accountsTables';
import { productsTable } from '../catalog/productsTable';

export const reviewsTable = pgTable(
  'reviews',
  {
    id: serial('id').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => productsTable.id, { onDelete: 'cascade' }),
    /** Null for seeded reviews and for those of deleted accounts. */
    accountId: text('account_id').references(() => accountsTable.id, { onDelete: 'set null' }),
    userName: text('user_name').notNull(),
    rating: integer('rating').notNull(),
    comment: text('comment').notNull(),
    /** 'published', 'waiting' for a check, or 'removed', which prevents another one of the same account. */
    status: text('status').notNull().default('published'),
    /** An operator published it: it stays whatever happens to the orders of its author. */
    approved: boolean('approved').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check('reviews_rating_range', sql`${table.rating} between 1 and 5`),
    index('reviews_by_newest').on(table.productId, table.createdAt, table.id),
    index('reviews_by_rating').on(table.productId, table.rating, table.id),
    // One per product (product.md 5.6).
    uniqueIndex('reviews_one_per_account').on(table.accountId, table.productId),
  ],
);
