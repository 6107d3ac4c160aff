import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountsTable } from '../auth/accountsTables';

/** One cart an account, whole in its row: a change is one statement that names the version it changes. */
export const cartsTable = pgTable('carts', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accountsTable.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  /** As the contract's items: what and how many, never what it costs. */
  items: jsonb('items').notNull(),
  couponCode: text('coupon_code'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
