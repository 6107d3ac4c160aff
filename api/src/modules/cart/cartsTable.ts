import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountsTable } from '../auth/accountsTables';

/** One row per account holds the whole cart. Updates name the version they replace (optimistic locking). */
export const cartsTable = pgTable('carts', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accountsTable.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  /** The contract's items: products, quantities and choices, without prices. */
  items: jsonb('items').notNull(),
  couponCode: text('coupon_code'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
