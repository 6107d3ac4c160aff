import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { accountsTable } from '../auth/accountsTables';

export const ordersTable = pgTable(
  'orders',
  {
    id: serial('id').primaryKey(),
    number: text('number').notNull().unique(),
    status: text('status').notNull(),
    currency: text('currency').notNull(),
    subtotalCents: integer('subtotal_cents').notNull(),
    discountCents: integer('discount_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    couponCode: text('coupon_code'),
    /** Currency in which prices were shown. The order is charged in `currency`. */
    displayCurrency: text('display_currency').notNull().default('USD'),
    exchangeRate: numeric('exchange_rate', { precision: 14, scale: 6 }).notNull().default('1'),
    paymentMethod: text('payment_method').notNull(),
    paymentInstructions: text('payment_instructions').notNull(),
    billing: jsonb('billing').notNull(),
    /** Null means the billing address. */
    shippingAddress: jsonb('shipping_address'),
    /** Null for guest orders. */
    accountId: text('account_id').references(() => accountsTable.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('orders_owner').on(table.accountId, table.id),
    index('orders_newest').on(table.createdAt),
    index('orders_unpaid')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending-payment'`),
    index('orders_on_hold')
      .on(table.createdAt)
      .where(sql`${table.status} = 'on-hold'`),
    check(
      'orders_total',
      sql`${table.totalCents} = ${table.subtotalCents} - ${table.discountCents} and ${table.discountCents} >= 0 and ${table.totalCents} >= 0`,
    ),
  ],
);

/** Lines copy the product's data at the time of sale, so that later changes do not affect orders. */
export const orderLinesTable = pgTable(
  'order_lines',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => ordersTable.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    productId: text('product_id').notNull(),
    variantId: text('variant_id'),
    sku: text('sku').notNull(),
    name: text('name').notNull(),
    image: text('image').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check('order_lines_quantity', sql`${table.quantity} between 1 and 99`),
  ],
);

/** One row per placed order, written in the order's transaction. */
export const idempotencyKeysTable = pgTable('idempotency_keys', {
  key: text('key').primaryKey(),
  bodyHash: text('body_hash').notNull(),
  orderNumber: text('order_number'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
