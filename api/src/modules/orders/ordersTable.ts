import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
import { ORDER_STATUSES_SQL } from './orderStatus';

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
    /**
     * When the order is canceled unless it is paid, or a guest's cash order confirmed. Null: never, or as before this
     * column existed.
     */
    heldUntil: timestamp('held_until', { withTimezone: true }),
    /** From when on it can be packed: paid, or to be paid in cash. Null before, and as before this column existed. */
    acceptedAt: timestamp('accepted_at', { withTimezone: true }),
    /** True while its pieces are counted as `held`: until it is paid, shipped or canceled. */
    holdsStock: boolean('holds_stock').notNull().default(false),
    /** A row of `delivery_slots`: when a van brings its food. Null without food. */
    deliverySlotId: integer('delivery_slot_id'),
    /** Counts the changes of its addresses, so that of two people only one changes what both saw. */
    addressVersion: integer('address_version').notNull().default(0),
    /** The version of the terms that was published (content_versions). Null for those that were compiled. */
    termsId: bigint('terms_id', { mode: 'number' }),
  },
  (table) => [
    check('orders_status', sql`${table.status} in (${sql.raw(ORDER_STATUSES_SQL)})`),
    index('orders_owner').on(table.accountId, table.id),
    index('orders_newest').on(table.createdAt),
    index('orders_unpaid')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending-payment'`),
    index('orders_on_hold')
      .on(table.createdAt)
      .where(sql`${table.status} = 'on-hold'`),
    index('orders_holding')
      .on(table.id)
      .where(sql`${table.holdsStock}`),
    // For the desk of orders.
    index('orders_status').on(table.status, table.id),
    index('orders_email').on(sql`lower(trim(billing ->> 'email')) text_pattern_ops`),
    index('orders_last_name').on(sql`lower(billing ->> 'lastName') text_pattern_ops`),
    index('orders_name').on(sql`lower((billing ->> 'firstName') || ' ' || (billing ->> 'lastName')) text_pattern_ops`),
    index('orders_slot')
      .on(table.deliverySlotId)
      .where(sql`${table.deliverySlotId} is not null`),
    check(
      'orders_total',
      sql`${table.totalCents} = ${table.subtotalCents} - ${table.discountCents} and ${table.discountCents} >= 0 and ${table.totalCents} >= 0`,
    ),
  ],
);

/**
 * Whose share of the stock an order holds, as HMACs: an account, or the mailbox and networks of a guest. Deleted when
 * the order no longer holds stock.
 */
export const orderHoldersTable = pgTable(
  'order_holders',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => ordersTable.id, { onDelete: 'cascade' }),
    holder: text('holder').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.holder] }), index('order_holders_holder').on(table.holder)],
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
    /** With what the choices cost. */
    unitPriceCents: integer('unit_price_cents').notNull(),
    /** The contract's choices; null without any. */
    choices: jsonb('choices'),
    /** What the choices cost per piece. */
    choicesCents: integer('choices_cents').notNull().default(0),
    /** Laboratory and number of the report that comes with it; null without one. */
    certification: jsonb('certification'),
    quantity: integer('quantity').notNull(),
    /** What is sent if this food is missing; null if it is none. */
    substitution: text('substitution'),
    /** The contract's measure: the quantity of goods sold loose counts its steps. */
    measure: jsonb('measure'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('order_lines_product').on(table.productId, table.orderId),
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
